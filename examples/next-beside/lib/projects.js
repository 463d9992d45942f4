/**
 * Who is signed in, and for each of their projects plan, limits and the way to its billing; undefined for a visitor.
 * The ID token says which projects they have, and Hearth what they may do there now.
 */
export async function readProjects({ hearth, idToken, ownUrl }) {
  const person = await findPerson(hearth, idToken);
  if (!person) {
    return undefined;
  }
  const projects = await Promise.all(
    subscriptionIdsOf(idToken).map((id) => readProject({ hearth, id, uid: person.uid, ownUrl })),
  );
  return { person, projects: projects.filter((project) => project !== undefined) };
}

async function findPerson(hearth, idToken) {
  if (idToken === undefined) {
    return undefined;
  }
  return await hearth.verifyToken(idToken).catch((error) => {
    // An old token is no fault: the person signs in again, mostly without typing anything.
    if (error.name === 'HearthError' && error.status === 401) {
      return undefined;
    }
    throw error;
  });
}

/** The claim of the scope `standing`, of a token that was verified before. */
function subscriptionIdsOf(idToken) {
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1], 'base64url').toString());
  return (claims.subscriptions ?? []).map(({ id }) => id);
}

async function readProject({ hearth, id, uid, ownUrl }) {
  const standing = await hearth.standing(uid, id);
  if (!standing.is_member || standing.account.disabled) {
    return undefined;
  }
  const { subscription, entitlements, is_owner: isOwner } = standing;
  return {
    id,
    name: subscription.name ?? 'Unnamed project',
    plan: subscription.plan_id,
    isActive: entitlements.active,
    limits: Object.entries(entitlements.limits).map(([name, limit]) => ({
      name,
      allowed: toWords(limit),
    })),
    // Prices, cards and invoices are Hearth's pages. `returnOrigins` has the origin of `ownUrl`.
    ...(isOwner && { billing: hearth.billingUrl(id, { returnUrl: `${ownUrl}/` }) }),
  };
}

function toWords(limit) {
  if (typeof limit === 'boolean') {
    return limit ? 'included' : 'not included';
  }
  return limit === null ? 'no bound' : `up to ${limit}`;
}
