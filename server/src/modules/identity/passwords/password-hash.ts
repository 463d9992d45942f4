import { createCipheriv, pbkdf2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as verifyArgon2 } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';

/** A stored hash of a password, by whichever product made it. */
export interface PasswordHash {
  /** Algorithm and cost. Hashes of one kind take equally long. */
  readonly kind: string;
  readonly matches: (password: string) => Promise<boolean>;
  /** Makes a hash of the same kind that no password is known for. */
  readonly toDecoy: () => string;
}

type Reader = (stored: string) => PasswordHash | undefined;

/**
 * Reads a hash in PHC form: argon2, bcrypt, scrypt, PBKDF2 with SHA-256, and Firebase's scrypt as Supabase writes it.
 * Undefined for any other text, and for a cost beyond `bounds`.
 */
export const readPasswordHash: Reader = (stored) => {
  for (const read of readers) {
    const found = read(stored);
    if (found) {
      return found;
    }
  }
  return undefined;
};

/** Tells a hash whose cost or length is refused from text of another form. */
export function hasPasswordHashForm(stored: string): boolean {
  return [argon2Form, bcryptForm, scryptForm, firebaseForm, pbkdf2Form].some((form) =>
    form.test(stored),
  );
}

/** Costs that are accepted, so that no imported hash takes a core for seconds or the machine's memory. */
const bounds = {
  /** Memory of one argon2 in KiB, and memory times passes. */
  argon2Memory: 131_072,
  argon2Work: 524_288,
  argon2Lanes: 16,
  bcryptCost: 14,
  /** N·r, of which each needs 128 bytes, and with p the work. */
  scryptMemory: 524_288,
  scryptWork: 1_048_576,
  pbkdf2Iterations: 2_000_000,
  /** Bytes; a longer hash costs PBKDF2 as much again for each 32. */
  longestHash: 64,
  longestSalt: 256,
};

const argon2Form =
  /^(\$argon2(?:id|i|d)\$v=(?:16|19)\$m=([1-9]\d{0,9}),t=([1-9]\d{0,9}),p=([1-9]\d{0,7})\$)([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const readArgon2: Reader = (stored) => {
  const [, prefix = '', memory, passes, lanes, salt = '', hash = ''] =
    argon2Form.exec(stored) ?? [];
  const sizes = prefix && toSizes(fromBase64(salt), fromBase64(hash));
  const isAllowed =
    Number(memory) >= 8 * Number(lanes) &&
    Number(memory) <= bounds.argon2Memory &&
    Number(memory) * Number(passes) <= bounds.argon2Work &&
    Number(lanes) <= bounds.argon2Lanes;
  if (!sizes || !isAllowed || sizes.salt < 8) {
    return undefined;
  }
  return {
    kind: `${prefix}${sizes.hash}`,
    matches: (password) => verifyArgon2(stored, password),
    toDecoy: () =>
      `${prefix}${toPlainBase64(randomBytes(sizes.salt))}$${toPlainBase64(randomBytes(sizes.hash))}`,
  };
};

const bcryptForm = /^\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/;

/** bcrypt reads the first 72 bytes of a password. */
const readBcrypt: Reader = (stored) => {
  const [, cost = '', salt, hash] = bcryptForm.exec(stored) ?? [];
  if (!cost || Number(cost) < 4 || Number(cost) > bounds.bcryptCost) {
    return undefined;
  }
  return {
    kind: `$2b$${cost}`,
    // $2a$ and $2y$ name the same computation as $2b$.
    matches: (password) => verifyBcrypt(password, `$2b$${cost}$${salt}${hash}`),
    toDecoy: () =>
      `$2b$${cost}$${toBcryptBase64(randomBytes(16))}${toBcryptBase64(randomBytes(23))}`,
  };
};

const scryptForm =
  /^\$scrypt\$ln=([1-9]\d{0,9}),r=([1-9]\d{0,9}),p=([1-9]\d{0,9})(,n=nfkc)?\$([A-Za-z0-9+/]*={0,2})\$([A-Za-z0-9+/]+={0,2})$/;

/** `n=nfkc` stands for a product that normalizes the password first, as better-auth does. */
const readScrypt: Reader = (stored) => {
  const [, ln = '', r, p, form = '', writtenSalt = '', writtenHash = ''] =
    scryptForm.exec(stored) ?? [];
  const cost = ln && toScryptCost({ ln, r, p });
  const salt = fromBase64(writtenSalt);
  const hash = fromBase64(writtenHash);
  const sizes = toSizes(salt, hash);
  if (!cost || !salt || !hash || !sizes) {
    return undefined;
  }
  const prefix = `$scrypt$ln=${ln},r=${r},p=${p}${form}$`;
  return {
    kind: `${prefix}${sizes.hash}`,
    matches: async (password) => {
      const written = form ? password.normalize('NFKC') : password;
      return isSame(await deriveScrypt(written, salt, sizes.hash, cost), hash);
    },
    toDecoy: () => `${prefix}${toDecoyPair(sizes)}`,
  };
};

const firebaseForm =
  /^\$fbscrypt\$v=1,n=([1-9]\d{0,9}),r=([1-9]\d{0,9}),p=([1-9]\d{0,9})(?:,ss=([A-Za-z0-9+/]*={0,2}))?,sk=([A-Za-z0-9+/]+={0,2})\$([A-Za-z0-9+/]*={0,2})\$([A-Za-z0-9+/]+={0,2})$/;

/** The derived key encrypts the signer key of the Firebase project; the result is the hash. */
const readFirebaseScrypt: Reader = (stored) => {
  const [, ln = '', r, p, separator = '', signer = '', writtenSalt = '', writtenHash = ''] =
    firebaseForm.exec(stored) ?? [];
  const cost = ln && toScryptCost({ ln, r, p });
  const signerKey = fromBase64(signer);
  const saltSeparator = fromBase64(separator);
  const salt = fromBase64(writtenSalt);
  const hash = fromBase64(writtenHash);
  const sizes = toSizes(salt, hash);
  if (!cost || !salt || !hash || !sizes || !saltSeparator || signerKey?.length !== sizes.hash) {
    return undefined;
  }
  const prefix = `$fbscrypt$v=1,n=${ln},r=${r},p=${p},ss=${separator},sk=${signer}$`;
  return {
    // The key makes no difference to the time.
    kind: `$fbscrypt$n=${ln},r=${r},p=${p}`,
    matches: async (password) => {
      const salted = Buffer.concat([salt, saltSeparator]);
      const key = await deriveScrypt(password, salted, 32, cost);
      return isSame(createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signerKey), hash);
    },
    toDecoy: () => `${prefix}${toDecoyPair(sizes)}`,
  };
};

const pbkdf2Form =
  /^\$pbkdf2-sha256\$(?:i=)?([1-9]\d{0,9})(?:,l=(\d{1,3}))?\$([A-Za-z0-9+/.]*={0,2})\$([A-Za-z0-9+/.]+={0,2})$/;

/** Also as Python's passlib writes it: without `i=`, and with a dot for the plus. */
const readPbkdf2: Reader = (stored) => {
  const [, iterations, length, writtenSalt = '', writtenHash = ''] = pbkdf2Form.exec(stored) ?? [];
  const count = Number(iterations);
  const salt = fromBase64(writtenSalt.replaceAll('.', '+'));
  const hash = fromBase64(writtenHash.replaceAll('.', '+'));
  const sizes = toSizes(salt, hash);
  const isAllowed =
    count <= bounds.pbkdf2Iterations && Number(length ?? sizes?.hash) === sizes?.hash;
  if (!salt || !hash || !sizes || !isAllowed) {
    return undefined;
  }
  const prefix = `$pbkdf2-sha256$i=${count}$`;
  return {
    kind: `${prefix}${sizes.hash}`,
    matches: async (password) =>
      isSame(await promisify(pbkdf2)(password, salt, count, sizes.hash, 'sha256'), hash),
    toDecoy: () => `${prefix}${toDecoyPair(sizes)}`,
  };
};

const readers = [readArgon2, readBcrypt, readScrypt, readFirebaseScrypt, readPbkdf2];

interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly maxmem: number;
}

function toScryptCost(written: {
  readonly ln: string;
  readonly r: string | undefined;
  readonly p: string | undefined;
}): ScryptCost | undefined {
  const [ln, r, p] = [Number(written.ln), Number(written.r), Number(written.p)];
  const memory = 2 ** ln * r;
  // N is below 2^(128·r/8): RFC 7914, section 2.
  const isAllowed = ln < 16 * r && memory <= bounds.scryptMemory && memory * p <= bounds.scryptWork;
  // OpenSSL counts a little more than the 128 bytes of each block.
  return isAllowed ? { N: 2 ** ln, r, p, maxmem: 128 * (memory + r * p + 32) * 2 } : undefined;
}

function deriveScrypt(
  password: string,
  salt: Buffer,
  length: number,
  cost: ScryptCost,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Lengths in bytes, if they are such as a hash has. */
function toSizes(salt?: Buffer, hash?: Buffer): { salt: number; hash: number } | undefined {
  if (!salt || !hash || hash.length < 16) {
    return undefined;
  }
  const isAllowed = salt.length <= bounds.longestSalt && hash.length <= bounds.longestHash;
  return isAllowed ? { salt: salt.length, hash: hash.length } : undefined;
}

const toDecoyPair = (sizes: { readonly salt: number; readonly hash: number }) =>
  `${randomBytes(sizes.salt).toString('base64')}$${randomBytes(sizes.hash).toString('base64')}`;

const isSame = (one: Buffer, other: Buffer) =>
  one.length === other.length && timingSafeEqual(one, other);

/** Undefined for text that no bytes are written as: one that lost letters is often such. */
function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return [bytes.toString('base64'), toPlainBase64(bytes)].includes(text) ? bytes : undefined;
}

const toPlainBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const bcryptLetters = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const toBcryptBase64 = (bytes: Buffer) =>
  [...toPlainBase64(bytes)].map((letter) => bcryptLetters[base64Letters.indexOf(letter)]).join('');
