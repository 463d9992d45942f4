/** Longest time that a standing is kept, for the case that a webhook never comes. */
const keptMs = 60_000;

/**
 * Whether a person may see the report of a subscription. What Hearth answers is kept until one of its webhooks says
 * that the subscription or the account has changed, so most requests ask nobody.
 */
export function createAccess({ hearth, plan }) {
  /** By uid and subscription; a promise, so that requests that come together ask once. */
  const kept = new Map();

  function standingOf(uid, subscriptionId) {
    const key = `${uid} ${subscriptionId}`;
    const known = kept.get(key);
    if (known && Date.now() - known.at < keptMs) {
      return known.standing;
    }
    const standing = hearth.standing(uid, subscriptionId);
    const entry = { at: Date.now(), standing };
    kept.set(key, entry);
    standing.catch(() => {
      if (kept.get(key) === entry) {
        kept.delete(key);
      }
    });
    return standing;
  }

  return {
    /** HTTP status and body of the answer. */
    async answer(idToken, subscriptionId) {
      const { uid } = await hearth.verifyToken(idToken);
      const standing = await standingOf(uid, subscriptionId);
      const { entitlements, subscription } = standing;
      if (!standing.is_member || standing.account.disabled) {
        return { status: 403, body: { error: 'You do not belong to this project.' } };
      }
      if (!entitlements.active || subscription.plan_id !== plan) {
        const upgrade = hearth.billingUrl(subscriptionId, { page: 'change-plan' });
        return { status: 403, body: { error: `The report is part of the plan ${plan}.`, upgrade } };
      }
      return {
        status: 200,
        body: { report: `All is well in ${subscription.name ?? subscription.id}.` },
      };
    },

    /** Takes a webhook; it may come twice and in any order, which does not matter to what is only forgotten. */
    receive(headers, rawBody) {
      const { type, data } = hearth.webhooks.verify(headers, rawBody);
      const subject = type.startsWith('subscription.')
        ? data.id
        : (data.uid ?? data.subscription_id);
      for (const key of kept.keys()) {
        if (key.split(' ').includes(subject)) {
          kept.delete(key);
        }
      }
    },
  };
}
