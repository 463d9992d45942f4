import { NextResponse } from 'next/server';
import { cookieNames, ownUrl, signIn } from '../../lib/hearth.js';

/** Ends the session here and in Hearth. A POST, so that no link of another site does it. */
export async function POST(request) {
  const idToken = request.cookies.get(cookieNames.idToken)?.value;
  const url = idToken === undefined ? `${ownUrl}/` : await signIn.end(idToken);
  const response = NextResponse.redirect(url, 303);
  response.cookies.delete(cookieNames.idToken);
  return response;
}
