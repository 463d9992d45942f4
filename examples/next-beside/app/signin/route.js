import { NextResponse } from 'next/server';
import { cookieNames, cookieOptions, signIn } from '../../lib/hearth.js';

/** Leads to Hearth. The browser keeps what proves that the answer belongs to this question. */
export async function GET() {
  const { url, pending } = await signIn.begin();
  const response = NextResponse.redirect(url);
  const options = { ...cookieOptions, maxAge: 3600 };
  response.cookies.set(cookieNames.pending, JSON.stringify(pending), options);
  return response;
}
