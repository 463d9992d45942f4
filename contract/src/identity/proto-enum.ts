import * as z from 'zod/mini';

/** Protobuf's JSON writes a value of an enumeration by its name or by its number; here it is the name. */
function protoEnum(names: readonly string[]) {
  return z.pipe(
    z.union([z.string(), z.int()]),
    z.transform((given) => (typeof given === 'string' ? given : (names[given] ?? String(given)))),
  );
}

/** Google's `OobReqType`; unknown names are the operation's to refuse. */
export const oobReqType = protoEnum([
  'OOB_REQ_TYPE_UNSPECIFIED',
  'PASSWORD_RESET',
  'OLD_EMAIL_AGREE',
  'NEW_EMAIL_ACCEPT',
  'VERIFY_EMAIL',
  'RECOVER_EMAIL',
  'EMAIL_SIGNIN',
  'VERIFY_AND_CHANGE_EMAIL',
  'REVERT_SECOND_FACTOR_ADDITION',
]);

const attributeNames = [
  'USER_ATTRIBUTE_NAME_UNSPECIFIED',
  'EMAIL',
  'DISPLAY_NAME',
  'PROVIDER',
  'PHOTO_URL',
  'PASSWORD',
  'RAW_USER_INFO',
] as const;

/** Google's `UserAttributeName`. */
export const userAttributeName = z.pipe(protoEnum(attributeNames), z.enum(attributeNames));

const tokenTypeNames = ['TOKEN_TYPE_UNSPECIFIED', 'REFRESH_TOKEN', 'ACCESS_TOKEN', 'CODE'];

/** Google's `TokenType` of a provider's token. */
export const providerTokenType = z.pipe(
  protoEnum(tokenTypeNames),
  z.enum(['ACCESS_TOKEN', 'REFRESH_TOKEN', 'CODE']),
);
