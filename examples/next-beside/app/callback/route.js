import { NextResponse } from 'next/server';
import { cookieNames, cookieOptions, ownUrl, signIn } from '../../lib/hearth.js';

/** The person comes back from Hearth. Their ID token is the session here, for as long as it lives. */
export async function GET(request) {
  const pending = request.cookies.get(cookieNames.pending)?.value;
  const response = NextResponse.redirect(`${ownUrl}/`);
  if (pending === undefined) {
    return response;
  }
  const { search } = request.nextUrl;
  const { idToken, seconds } = await signIn.finish(search, JSON.parse(pending));
  response.cookies.set(cookieNames.idToken, idToken, { ...cookieOptions, maxAge: seconds });
  response.cookies.delete(cookieNames.pending);
  return response;
}
