import type { AppServer } from '../app/index.ts';
import type { Config } from '../config/config.ts';
import type { OperatorContext } from '../modules/identity/index.ts';
import type { DatabaseLocation } from '../platform/database.ts';

export interface CommandServices extends OperatorContext {
  readonly appServer: AppServer;
  readonly config: Config;
  readonly location: DatabaseLocation;
  /** Prints a line before the answer, for commands that have many. */
  readonly tell: (line: string) => void;
}

/** Answer to the operator, for standard output. */
export interface Outcome {
  readonly text: string;
  readonly exitCode: number;
}

/** Just a text means that all is well. */
export type Run = (
  name: string,
  context: CommandServices,
  further: readonly string[],
) => Promise<string | Outcome>;

export interface Command {
  /** Its argument on the command line, if it needs one. */
  readonly argument?: string;
  /** How many may follow the first one; none if it is left out. */
  readonly further?: readonly number[];
  readonly help: string;
  readonly run: Run | RunAlone;
}

/** A command about files, which opens the database its own way, or not at all. */
interface RunAlone {
  readonly alone: (name: string, config: Config, further: readonly string[]) => Promise<string>;
}
