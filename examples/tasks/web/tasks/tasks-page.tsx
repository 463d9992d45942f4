import {
  Button,
  EmptyState,
  FailureNotice,
  PageHeader,
  SectionCard,
  TextField,
  useAccount,
  useApi,
  useChange,
  useCurrentSubscription,
  useForm,
  useQuery,
  useQueryClient,
  useTranslation,
} from '@hearth/web/app';
import { createTask, listTasks, updateTask } from '../../contract/tasks/tasks.ts';

/** Tasks of the project; those who may change them add and complete some. */
export function TasksPage() {
  const { t } = useTranslation();
  const { isOwner, holds } = useCurrentSubscription();
  const mayChange = isOwner || holds('tasks');

  return (
    <>
      <PageHeader title={t('app.tasks.title')} sub={t('app.tasks.sub')} />
      {mayChange && <NewTask />}
      <TaskList mayChange={mayChange} />
    </>
  );
}

function useTasksKey() {
  const { uid } = useAccount();
  const { id } = useCurrentSubscription().subscription;
  return ['app', 'tasks', uid, id];
}

function NewTask() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = useTasksKey();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const change = useChange();
  const form = useForm({ title: '' }, ({ title }) => ({
    title: title.trim() === '' && t('app.tasks.missing'),
  }));

  const handleSubmit = form.submitTo(({ title }) =>
    change.run(async () => {
      await api.call(createTask, { subscriptionId, title });
      form.fill({ title: '' });
      await queries.invalidateQueries({ queryKey });
    }),
  );

  return (
    <SectionCard id="new-task" title={t('app.tasks.new')}>
      <form noValidate onSubmit={handleSubmit} className="grid gap-4">
        <FailureNotice error={change.error} />
        <TextField label={t('app.tasks.new')} {...form.field('title')} />
        <div>
          <Button type="submit" variant="primary" busy={change.busy}>
            {t('app.tasks.add')}
          </Button>
        </div>
      </form>
    </SectionCard>
  );
}

function TaskList({ mayChange }: { readonly mayChange: boolean }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = useTasksKey();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const change = useChange();
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call(listTasks, { subscriptionId }, { signal }),
  });

  const handleDone = (taskId: string, done: boolean) =>
    change.run(async () => {
      await api.call(updateTask, { subscriptionId, taskId, done });
      await queries.invalidateQueries({ queryKey });
    });

  if (data?.tasks.length === 0) {
    return (
      <EmptyState drawing="hearth" title={t('app.tasks.empty')}>
        {t('app.tasks.hint')}
      </EmptyState>
    );
  }
  return (
    <>
      <FailureNotice error={change.error ?? error} />
      <ul className="grid gap-2">
        {data?.tasks.map(({ id, title, done }) => (
          <li key={id}>
            <label className="flex items-center gap-3">
              <input
                type="checkbox"
                checked={done}
                disabled={!mayChange || change.busy}
                aria-label={t('app.tasks.done', { title })}
                onChange={({ target }) => void handleDone(id, target.checked)}
              />
              <span className={done ? 'text-ink-2 line-through' : undefined}>{title}</span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}
