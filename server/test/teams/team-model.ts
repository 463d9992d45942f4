import {
  adminKeys,
  allKeys,
  endings,
  held,
  type InviteAnswer,
  isAdminOf,
  type ListQuestion,
  type ModelInvite,
  type ModelPerson,
  type ModelTeam,
  modelSeats,
  pageOf,
  refusalOfEdit,
} from './team-model-parts.ts';

const [dayMs, minuteMs] = [86_400_000, 60_000];

/** `ok`, or the code of a refusal. */
type Verdict = string;

/** A team in memory: it predicts each answer, and what is stored after it. */
export class TeamModel {
  readonly people: readonly ModelPerson[];
  readonly teams: readonly ModelTeam[];
  invites: ModelInvite[] = [];
  private now = 0;
  private signedInAt = 0;

  constructor(people: readonly ModelPerson[], teams: readonly ModelTeam[]) {
    this.people = people;
    this.teams = teams;
  }

  wait(ms: number): void {
    this.now += ms;
  }

  signIn(): void {
    this.signedInAt = this.now;
  }

  sweep(): void {
    for (const invite of this.invites.filter((one) => this.isOver(one))) {
      this.end(invite, 'expired');
    }
    const oldest = this.now - 90 * dayMs;
    this.invites = this.invites.filter(
      ({ status, endedAt }) => status === 'pending' || endedAt >= oldest,
    );
  }

  createInvite(
    caller: ModelPerson,
    team: ModelTeam,
    { email, keys }: { readonly email: string; readonly keys: string[] },
  ): Verdict {
    if (!isAdminOf(team, caller.uid)) {
      return 'access/denied';
    }
    if (keys.some((key) => !allKeys.includes(key))) {
      return 'permission/unknown';
    }
    const known = this.people.find((person) => person.email === email);
    if (known && team.members.has(known.uid)) {
      return 'invite/already-member';
    }
    const earlier = this.pendingOf(team).find((invite) => invite.email === email);
    if (earlier && !this.isOver(earlier)) {
      return 'invite/already-pending';
    }
    if (this.seatsOf(team) >= modelSeats) {
      return 'seats/full';
    }
    if (earlier) {
      this.end(earlier, 'expired');
    }
    const fresh = { id: '', team, email, keys: held(keys), createdAt: this.now, endedAt: 0 };
    this.invites.push({ ...fresh, invitedBy: caller.uid, status: 'pending' });
    team.events += 1;
    return 'ok';
  }

  acceptInvite(answer: InviteAnswer): Verdict {
    const { caller, invite } = answer;
    const refusal = this.refusalOfInvitee(answer);
    if (refusal !== undefined || !invite) {
      return refusal ?? 'access/denied';
    }
    const { team, keys } = invite;
    if (team.members.has(caller.uid)) {
      return 'invite/already-member';
    }
    if (team.members.size >= modelSeats) {
      return 'seats/full';
    }
    caller.verified = true;
    team.members.set(caller.uid, keys);
    this.end(invite, 'accepted');
    return 'ok';
  }

  rejectInvite(answer: InviteAnswer): Verdict {
    const refusal = this.refusalOfInvitee(answer);
    if (refusal !== undefined || !answer.invite) {
      return refusal ?? 'access/denied';
    }
    answer.caller.verified = true;
    this.end(answer.invite, 'rejected');
    return 'ok';
  }

  revokeInvite(caller: ModelPerson, team: ModelTeam, invite: ModelInvite | undefined): Verdict {
    if (!isAdminOf(team, caller.uid)) {
      return 'access/denied';
    }
    if (invite?.team !== team) {
      return 'invite/unknown';
    }
    const refusal = this.refusalOfEnd(invite);
    if (refusal === undefined) {
      this.end(invite, 'revoked');
    }
    return refusal ?? 'ok';
  }

  updateUserPermissions(
    caller: ModelPerson,
    team: ModelTeam,
    { uid, keys }: { readonly uid: string; readonly keys: string[] },
  ): Verdict {
    if (!isAdminOf(team, caller.uid)) {
      return 'access/denied';
    }
    if (keys.some((key) => !allKeys.includes(key))) {
      return 'permission/unknown';
    }
    const refusal = refusalOfEdit(team, uid);
    if (refusal === undefined && String(team.members.get(uid)) !== String(held(keys))) {
      team.members.set(uid, held(keys));
      team.events += 1;
      this.endInvitesOfNoAdmin(team, uid);
    }
    return refusal ?? 'ok';
  }

  removeUser(caller: ModelPerson, team: ModelTeam, uid: string): Verdict {
    const isSelf = caller.uid === uid && team.members.has(uid);
    if (!isSelf && !isAdminOf(team, caller.uid)) {
      return 'access/denied';
    }
    const refusal = refusalOfEdit(team, uid);
    if (refusal === undefined) {
      team.members.delete(uid);
      team.events += 1;
      this.endInvitesOfNoAdmin(team, uid);
    }
    return refusal ?? 'ok';
  }

  transferSubscriptionOwnership(caller: ModelPerson, team: ModelTeam, uid: string): Verdict {
    if (!team.members.has(caller.uid)) {
      return 'access/denied';
    }
    if (team.owner !== caller.uid) {
      return 'access/owner-only';
    }
    if (this.now - this.signedInAt > 5 * minuteMs) {
      return 'auth/requires-recent-login';
    }
    const keys = team.members.get(uid) ?? [];
    if (uid === team.owner || !keys.some((key) => adminKeys.includes(key))) {
      return 'subscription/not-eligible-owner';
    }
    team.members.set(uid, held([...keys, ...adminKeys]));
    team.owner = uid;
    team.events += 1;
    return 'ok';
  }

  /** The whole answer where the caller may read the list. */
  getSubscriptionUsers(caller: ModelPerson, team: ModelTeam, question: ListQuestion) {
    if (!isAdminOf(team, caller.uid)) {
      return 'access/denied';
    }
    const seats = { used: this.seatsOf(team), limit: modelSeats };
    return { ...pageOf(this.listOf(team), question), seats };
  }

  private listOf(team: ModelTeam) {
    const active = this.people
      .filter(({ uid }) => team.members.has(uid))
      .map(({ uid, name, email }) => ({ id: uid, text: `${name} ${email}`, isPending: false }));
    const pending = this.pendingOf(team)
      .filter((invite) => !this.isOver(invite))
      .map(({ id, email }) => ({ id, text: email, isPending: true }));
    return [
      ...active.filter(({ id }) => id === team.owner),
      ...active.filter(({ id }) => id !== team.owner),
      ...pending.sort((one, other) => (one.text < other.text ? -1 : 1)),
    ];
  }

  private pendingOf(team: ModelTeam): ModelInvite[] {
    return this.invites.filter((invite) => invite.team === team && invite.status === 'pending');
  }

  private seatsOf(team: ModelTeam): number {
    const pending = this.pendingOf(team).filter((invite) => !this.isOver(invite));
    return team.members.size + pending.length;
  }

  private isOver({ status, createdAt }: ModelInvite): boolean {
    return status === 'pending' && this.now - createdAt >= 14 * dayMs;
  }

  private end(invite: ModelInvite, status: ModelInvite['status']): void {
    invite.status = status;
    invite.endedAt = this.now;
    invite.team.events += 1;
  }

  private endInvitesOfNoAdmin(team: ModelTeam, uid: string): void {
    if (!isAdminOf(team, uid)) {
      for (const invite of this.pendingOf(team).filter(({ invitedBy }) => invitedBy === uid)) {
        this.end(invite, this.isOver(invite) ? 'expired' : 'revoked');
      }
    }
  }

  private refusalOfInvitee({ caller, invite, withToken }: InviteAnswer): Verdict | undefined {
    const hasAddress = invite?.email === caller.email;
    if (!invite || !(hasAddress || withToken)) {
      return 'access/denied';
    }
    if (!hasAddress) {
      return 'invite/wrong-account';
    }
    if (!(caller.verified || withToken)) {
      return 'auth/email-verification-required';
    }
    return this.refusalOfEnd(invite);
  }

  private refusalOfEnd(invite: ModelInvite): Verdict | undefined {
    const status = this.isOver(invite) ? 'expired' : invite.status;
    return status === 'pending' ? undefined : endings[status];
  }
}
