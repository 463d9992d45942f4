import { type Activity, getActivity } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useActivityWords } from '../../shared/activity/use-activity-words.tsx';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { saveFile, toCsv } from '../../shared/csv.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useProjectName } from '../../shared/current-subscription/use-project-name.ts';
import type { ActivityFilter } from './use-get-activity.ts';

/** The server's largest page. */
const pageSize = 100;

/** Saves every event that the filter finds, newest first, in the words of the screen. */
export function useExportActivity(filter: ActivityFilter) {
  const { t } = useTranslation();
  const api = useApi();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const project = useProjectName();
  const wordsOf = useActivityWords();
  const { busy, error, run } = useChange();

  const heads = [
    t('activity.columns.time'),
    t('activity.columns.event'),
    t('activity.columns.before'),
    t('activity.columns.after'),
    t('activity.columns.note'),
  ];

  function toCells(activity: Activity): string[] {
    const { text, change, note = '' } = wordsOf(activity);
    return [activity.happened_at, text, change?.from ?? '', change?.to ?? '', note];
  }

  /** New events move others to the next page meanwhile, so one may come twice. */
  async function readAll(): Promise<readonly Activity[]> {
    const read = new Map<string, Activity>();
    for (let page = 1; ; page += 1) {
      const question = { subscriptionId, page, pageSize, ...filter };
      const { activities, total } = await api.call(getActivity, question);
      for (const activity of activities) {
        read.set(activity.id, activity);
      }
      if (page * pageSize >= total || activities.length === 0) {
        return [...read.values()];
      }
    }
  }

  const exportAll = () =>
    run(async () => {
      const name = `${project} ${t('activity.title')}`.replace(/[\\/:*?"<>|]/g, ' ').trim();
      saveFile(`${name}.csv`, toCsv([heads, ...(await readAll()).map(toCells)]));
    });

  return { busy, error, exportAll };
}
