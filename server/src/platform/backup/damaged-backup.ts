/** Why a file is no whole and unaltered backup, as the end of a sentence. */
export class DamagedBackup extends Error {}
