import * as z from 'zod';
import { fingerprintOf } from './backup-key.ts';
import type { TarEntry } from './tar.ts';

/** With its schema, and such that entries of the archive can be called by it. */
export const tableName = /^[^./]+\.[^./]+$/;

const tableSchema = z.object({
  /** With its schema: `public.accounts`. */
  name: z.string().regex(tableName),
  columns: z.array(z.string()),
});

const headSchema = z.object({
  format: z.literal(1),
  /** Version of the product that wrote the file. */
  version: z.string(),
  /** Instant of the snapshot, in product time. */
  takenAt: z.iso.datetime(),
  /** PostgreSQL's `server_version_num`. */
  postgres: z.int(),
  /** Migrations that the database had seen, in their order. */
  migrations: z.array(z.string()).min(1),
  /** Migrations of the product on Hearth; absent if there are none. */
  appMigrations: z.optional(z.array(z.string())),
  /** Number of the job queue's last migration. */
  jobsMigration: z.int(),
  /** Proves the SECRET_KEY without telling it. */
  keyFingerprint: z.string(),
  tables: z.array(tableSchema),
});

const sumsSchema = z.object({
  tables: z.array(
    z.object({
      name: z.string(),
      rows: z.int(),
      bytes: z.int(),
      /** SHA-256 of the table's text in the order of its primary key, in hexadecimal digits. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string().regex(/^-?\d+$/) })),
});

const tailSchema = z.object({ sums: sumsSchema, signature: z.string() });

/** First entry of a backup: what it is of. */
export type BackupHead = z.infer<typeof headSchema>;
export type BackupTable = z.infer<typeof tableSchema>;
/** Last entry of a backup: what must be in it. */
export type BackupSums = z.infer<typeof sumsSchema>;
export type TableSum = BackupSums['tables'][number];
type Tail = z.infer<typeof tailSchema>;

export const headName = 'backup.json';
export const tailName = 'checksums.json';

/** Reads the head of a backup. Refuses one that another SECRET_KEY made. */
export function toHead({ name, content }: TarEntry, secretKey: string): BackupHead {
  const isHead = name === headName;
  const parsed = isHead ? headSchema.safeParse(parseJson(content)) : undefined;
  if (!parsed?.data) {
    throw new Error('This is not a backup that this version of Hearth can read.');
  }
  if (parsed.data.keyFingerprint !== fingerprintOf(secretKey)) {
    throw new Error(
      'The SECRET_KEY is not the one of the backup. Set the one of the installation that was backed up; in local mode it is in the file secret-key of its DATA_DIR.',
    );
  }
  return parsed.data;
}

/** The last entry; undefined if it is another one or malformed. */
export function toTail({ name, content }: TarEntry): Tail | undefined {
  return name === tailName ? tailSchema.safeParse(parseJson(content)).data : undefined;
}

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}

export const toJson = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
