import type { Check } from '../context.ts';
import { fault, those } from '../finding.ts';
import { nearOrigin } from './address.ts';

const timeoutMs = 3_000;

/** Whether something else listens on METRICS_PORT, with which Hearth does not start. PORT is looked at with PUBLIC_URL. */
export const metricsPort: Check = {
  name: 'METRICS_PORT',
  async run({ config, network }) {
    const { port } = config.metrics;
    const page = port === undefined ? undefined : await readMetrics(port);
    if (page === undefined) {
      return [];
    }
    // A stopped Hearth has no metrics; another program's then answer at the port.
    const isRunning = await network.ask({ origin: nearOrigin(config) }).then(
      () => true,
      () => false,
    );
    return those(
      !(isRunning && page.includes('hearth_')) &&
        fault(
          'metrics-port',
          `Port ${port} of METRICS_PORT is taken by another program, so Hearth does not start.`,
          'Set METRICS_PORT to a free port, or end the program that listens there (`ss -ltnp` shows it); then restart.',
        ),
    );
  },
};

/** Undefined if nothing listens; empty if something other than a web server does. */
async function readMetrics(port: number): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    return await (await fetch(`http://127.0.0.1:${port}/metrics`, { signal })).text();
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    return cause?.code === 'ECONNREFUSED' ? undefined : '';
  }
}
