import type { PostgresUser } from './postgres-user.ts';

/** Programs that wrap a command instead of running it directly. */
export interface Cover {
  readonly unsharePath: string;
  readonly dataDir: string;
  readonly binariesDir: string;
  /** Folders that PostgreSQL's user may not enter. */
  readonly closed: readonly string[];
}

/**
 * Covers a closed folder such as /root by an empty one that holds only the data folder and the binaries. Only the
 * program sees it, and has no capability.
 */
const script = `
set -e
umask 022
data=$1 binaries=$2 uid=$3 gid=$4
shift 4
exec 3<"$data" 4<"$binaries"
while [ "$1" != -- ]; do
  mount -t tmpfs -o mode=0755,size=1m tmpfs "$1"
  shift
done
shift
mkdir -p "$data" "$binaries"
mount --no-canonicalize --bind /proc/self/fd/4 "$binaries"
mount --no-canonicalize --bind /proc/self/fd/3 "$data"
exec 3<&- 4<&-
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups \\
  --inh-caps=-all --bounding-set=-all --no-new-privs "$@"
`;

/** The command line that runs the given one as the user, under the cover. */
export function toCoveredCommand(
  { unsharePath, dataDir, binariesDir, closed }: Cover,
  { uid, gid }: Pick<PostgresUser, 'uid' | 'gid'>,
  command: readonly string[],
): [file: string, ...args: string[]] {
  const folders = [dataDir, binariesDir, String(uid), String(gid), ...closed];
  return [unsharePath, '--mount', 'sh', '-c', script, 'hearth', ...folders, '--', ...command];
}
