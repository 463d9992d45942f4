import type Stripe from 'stripe';
import { changeSubscription } from '../billing/objects.ts';
import {
  applyPhase,
  closeSchedule,
  type PhaseParam,
  presentPhase,
  releaseSchedule,
  type Schedule,
  startSchedule,
  toPhases,
} from '../billing/schedule-phases.ts';
import { endSubscription } from '../billing/subscription-end.ts';
import { onCustomer, onList, type Resource } from '../routes.ts';
import { mergeMetadata, type Scene, update } from '../scene.ts';
import type { CustomerState } from '../state.ts';
import { existing, invalid } from '../wire/errors.ts';

type CreateParams = Stripe.SubscriptionScheduleCreateParams;
type UpdateParams = Stripe.SubscriptionScheduleUpdateParams;

export const subscriptionSchedules: Resource = {
  routes: [
    onCustomer(
      'POST',
      '/v1/subscription_schedules',
      {
        owner: (params: CreateParams) => params.from_subscription ?? params.customer,
        changesCatalogue: true,
      },
      createSchedule,
    ),
    onList('/v1/subscription_schedules', ({ schedules }) => Object.values(schedules)),
    onCustomer('GET', '/v1/subscription_schedules/{id}', {}, ({ state }, _, id) => find(state, id)),
    onCustomer(
      'POST',
      '/v1/subscription_schedules/{id}',
      { changesCatalogue: true },
      updateSchedule,
    ),
    onCustomer('POST', '/v1/subscription_schedules/{id}/release', {}, (scene, _: object, id) => {
      const schedule = running(find(scene.state, id), 'release');
      releaseSchedule(scene, schedule);
      return schedule;
    }),
    onCustomer('POST', '/v1/subscription_schedules/{id}/cancel', {}, cancelSchedule),
  ],
};

function find(state: CustomerState, id: string): Schedule {
  return existing(state.schedules, id, 'subscription schedule');
}

function running(schedule: Schedule, what: string): Schedule {
  if (schedule.status !== 'active' && schedule.status !== 'not_started') {
    throw invalid(
      `You cannot ${what} a subscription schedule that is currently in the \`${schedule.status}\` status.`,
    );
  }
  return schedule;
}

function createSchedule(scene: Scene, params: CreateParams): Schedule {
  if (params.from_subscription !== undefined) {
    return createFromSubscription(scene, params.from_subscription, params);
  }
  const start = params.start_date === 'now' ? scene.now : (params.start_date ?? scene.now);
  const phases = toPhases(scene, (params.phases ?? []) as PhaseParam[], start);
  const [first] = phases;
  if (!first) {
    throw invalid('Missing required param: phases.', 'phases', 'parameter_missing');
  }
  const type = params.billing_mode?.type ?? 'flexible';
  const schedule = newSchedule(scene, {
    billing_mode: {
      type,
      flexible: type === 'flexible' ? { proration_discounts: 'included' } : null,
    },
    end_behavior: params.end_behavior ?? 'release',
    metadata: mergeMetadata({}, params.metadata),
    phases,
  });
  if (first.start_date <= scene.now) {
    startSchedule(scene, schedule, first);
  }
  return schedule;
}

function createFromSubscription(scene: Scene, id: string, params: CreateParams): Schedule {
  const subscription = existing(scene.state.subscriptions, id, 'subscription', 'from_subscription');
  if (subscription.schedule !== null) {
    throw invalid(
      `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}`,
      'from_subscription',
    );
  }
  if (params.phases) {
    throw invalid('You cannot set `phases` if `from_subscription` is set.', 'phases');
  }
  const phase = presentPhase(subscription);
  const schedule = newSchedule(scene, {
    billing_mode: structuredClone(subscription.billing_mode),
    current_phase: { start_date: phase.start_date, end_date: phase.end_date },
    end_behavior: 'release',
    metadata: {},
    phases: [phase],
    status: 'active',
    subscription: id,
  });
  changeSubscription(scene, subscription, () => {
    subscription.schedule = schedule.id;
  });
  return schedule;
}

function newSchedule(
  scene: Scene,
  fields: Pick<Schedule, 'billing_mode' | 'end_behavior' | 'metadata' | 'phases'> &
    Partial<Schedule>,
): Schedule {
  const schedule: Schedule = {
    id: scene.newId('sub_sched'),
    object: 'subscription_schedule',
    application: null,
    canceled_at: null,
    completed_at: null,
    created: scene.now,
    current_phase: null,
    customer: scene.state.owner,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    livemode: false,
    pause_schedules: [],
    released_at: null,
    released_subscription: null,
    status: 'not_started',
    subscription: null,
    test_clock:
      scene.state.customer && 'test_clock' in scene.state.customer
        ? (scene.state.customer.test_clock ?? null)
        : null,
    ...fields,
  };
  scene.state.schedules[schedule.id] = schedule;
  scene.emit('subscription_schedule.created', schedule);
  return schedule;
}

function updateSchedule(scene: Scene, params: UpdateParams, id: string): Schedule {
  const schedule = running(find(scene.state, id), 'update');
  return update(scene, 'subscription_schedule.updated', schedule, () => {
    schedule.end_behavior = params.end_behavior ?? schedule.end_behavior;
    schedule.metadata = mergeMetadata(schedule.metadata ?? {}, params.metadata);
    if (params.phases) {
      setPhases(scene, schedule, params.phases as PhaseParam[], params.proration_behavior);
    }
  });
}

function setPhases(scene: Scene, schedule: Schedule, params: PhaseParam[], proration?: string) {
  const subscription = scene.state.subscriptions[schedule.subscription ?? ''];
  const from = schedule.current_phase?.start_date ?? scene.now;
  const phases = toPhases(scene, params, from, proration);
  const present = phases.find(
    (phase) => phase.start_date <= scene.now && scene.now < phase.end_date,
  );
  if (schedule.status === 'active' && !present) {
    throw invalid('You must include the current phase of the schedule.', 'phases');
  }
  const before = schedule.phases.find((phase) => phase.start_date === from);
  schedule.phases = phases;
  if (!present || !subscription) {
    return;
  }
  schedule.current_phase = { start_date: present.start_date, end_date: present.end_date };
  if (pricesOf(before) !== pricesOf(present)) {
    applyPhase(scene, subscription, present);
  }
}

const pricesOf = (phase: Schedule['phases'][number] | undefined) =>
  JSON.stringify(phase?.items.map(({ price, quantity }) => [price, quantity ?? 1]).sort());

function cancelSchedule(scene: Scene, _: object, id: string): Schedule {
  const schedule = running(find(scene.state, id), 'cancel');
  const subscription = scene.state.subscriptions[schedule.subscription ?? ''];
  closeSchedule(scene, schedule, 'canceled');
  if (subscription) {
    endSubscription(scene, subscription, { status: 'canceled', reason: 'cancellation_requested' });
  }
  return schedule;
}
