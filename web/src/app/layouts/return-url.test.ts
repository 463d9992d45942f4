import { expect, it } from 'vitest';
import { readReturnUrl } from './return-url.ts';

const origins = [
  { origin: 'https://app.example.com', name: 'Tasks' },
  { origin: 'http://localhost:5173' },
];

it.each([
  ['https://app.example.com', 'https://app.example.com/', 'Tasks'],
  ['https://app.example.com/team?tab=2#top', 'https://app.example.com/team?tab=2#top', 'Tasks'],
  ['HTTPS://APP.example.com:443/x', 'https://app.example.com/x', 'Tasks'],
  ['http://localhost:5173/', 'http://localhost:5173/', 'localhost:5173'],
])('leads back to %s, whose origin is named', (asked, href, name) => {
  expect(readReturnUrl(asked, origins)).toEqual({ href, name });
});

it.each([
  '',
  '/dashboard',
  '//app.example.com',
  '//evil.example',
  'https:app.example.com',
  'https:///app.example.com',
  'https:\\\\app.example.com',
  'https://app.example.com\\@evil.example',
  'https://evil.example\\.app.example.com',
  'https://evil.example',
  'https://app.example.com.evil.example',
  'https://app.example.com@evil.example',
  'https://app.example.com:443@evil.example/',
  'https://ada@app.example.com/',
  'https://ada:secret@app.example.com/',
  'https://app.example.com:8443/',
  'http://app.example.com/',
  'http://localhost:5174/',
  'https://аpp.example.com/',
  'https://app.example.com%2f@evil.example',
  'https://app。example。com@evil.example',
  'javascript:alert(1)',
  'javascript://app.example.com/%0aalert(1)',
  'data:text/html,x',
  'blob:https://app.example.com/1',
  ' https://app.example.com/',
  'https://app.example.com/\n',
  'https://app.exa\tmple.com/',
  'java\nscript:alert(1)',
  `https://app.example.com/${'x'.repeat(2000)}`,
])('leads nowhere for %j', (asked) => {
  expect(readReturnUrl(asked, origins)).toBeUndefined();
});

it('leads nowhere if no origin is named', () => {
  expect(readReturnUrl('https://app.example.com', [])).toBeUndefined();
});
