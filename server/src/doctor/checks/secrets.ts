import { opensSigningKeys } from '../../modules/identity/index.ts';
import type { Check } from '../context.ts';
import { type Finding, fault, those } from '../finding.ts';

/** 32 random characters of 16 have 14 different ones on average. */
const fewestDifferent = 10;
const readable = /secret|passwor[dt]|change.?me|example|hearth|qwert|0123456|1234567|abcdefg/i;

/** Guessing SECRET_KEY opens the signing keys, and with them every account. */
export const weakSecret: Check = {
  name: 'SECRET_KEY',
  async run({ config: { secretKey, apiKey } }) {
    // Local mode has none before its first start.
    if (secretKey === '') {
      return [];
    }
    const isPublic = secretKey === apiKey;
    const isGuessable = new Set(secretKey).size < fewestDifferent || readable.test(secretKey);
    return those(
      isPublic && weak('SECRET_KEY is the same as API_KEY, which every visitor can read.'),
      !isPublic && isGuessable && weak('SECRET_KEY can be guessed: it has words or repetitions.'),
    );
  },
};

function weak(problem: string): Finding {
  return fault(
    'secret-weak',
    problem,
    'Set a random one (openssl rand -hex 32). Where the database was set up with this key, stop all servers, name this key in SECRET_KEY_OLD and start: that seals everything anew. Then make a backup. Keep the old key as long as its backups: only that key restores them.',
  );
}

export const otherSecret: Check = {
  name: 'the seal of the signing keys',
  async run({ config: { secretKey }, database }) {
    return those(
      !(await opensSigningKeys(await database(), secretKey)) &&
        fault(
          'secret-other',
          'SECRET_KEY is not the one that this database was set up with, so Hearth does not start.',
          'Set SECRET_KEY to the one that is kept with the backups; in local mode restore the file secret-key in DATA_DIR. To change it, name the earlier one in SECRET_KEY_OLD for the next start.',
        ),
    );
  },
};
