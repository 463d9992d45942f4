import type { teamMails } from '../kinds/team.ts';
import { askFor, nameProject, nameProjects } from './en-project.ts';
import type { LetterWords } from './mail-words.ts';

export const teamEn: LetterWords<keyof typeof teamMails> = {
  invitation: (about) => {
    const project = nameProject(about, 'a project');
    const subject =
      about.hostName === ''
        ? `You are invited to join ${project}`
        : `${about.hostName} invites you to join ${project}`;
    return {
      subject,
      heading:
        about.subscriptionName === '' ? 'Join a project' : `Join “${about.subscriptionName}”`,
      why: `${subject}.`,
      link: 'The link works for 14 days. It is for you only, so please do not pass it on.',
      button: 'Join the project',
      otherwise:
        'If you do not know what this is about, ignore this email. You are not added to any project.',
    };
  },
  'invite-accepted': (about) => {
    const project = nameProject(about, 'your project');
    const { memberName, memberEmail } = about;
    const who = memberName === '' ? memberEmail : `${memberName} (${memberEmail})`;
    return {
      subject: `${memberName === '' ? 'A new member' : memberName} joined ${project}`,
      heading: `${memberName === '' ? 'A new member' : memberName} joined`,
      why: `${who} accepted your invitation and is now a member of ${project}.`,
      link: 'The list of users shows everyone and their permissions.',
      button: 'See all users',
      otherwise: 'If you did not mean to invite this person, you can remove them there.',
    };
  },
  'member-removed': (about) => {
    const project = nameProject(about, 'a project');
    return {
      subject: `You are no longer a member of ${project}`,
      heading: 'You are no longer a member',
      why: `You were removed from ${project} just now. You can no longer open it. Your account stays as it is.`,
      otherwise: 'If you think this is a mistake, ask an administrator of the project.',
    };
  },
  'member-viewed': (about) => {
    const { memberName, memberEmail, reason, productName } = about;
    const who = memberName === '' ? memberEmail : `${memberName} (${memberEmail})`;
    return {
      subject: `An operator looked at ${productName} as a member of your project sees it`,
      heading: 'An operator looked at a member’s account',
      why: `An operator of ${productName} sees the product as ${who} sees it, your projects with this member included, for 15 minutes from now at most, and can change nothing. The reason given: “${reason}”`,
      otherwise: `If you do not know the reason, ask the member or ${askFor(about)}.`,
    };
  },
  'permissions-changed': (about) => {
    const project = nameProject(about, 'a project');
    return {
      subject: `Your permissions in ${project} were changed`,
      heading: 'Your permissions were changed',
      why: `Your permissions in ${project} were changed just now.`,
      now: 'You now have these permissions:',
      button: 'Open the project',
      otherwise: 'If you think this is a mistake, ask an administrator of the project.',
    };
  },
  'ownership-given': (about) => {
    const project = nameProject(about, 'a project');
    const isOwn = about.handedBy !== 'operator';
    const someone = isOwn ? 'another administrator' : 'another member';
    const other = about.otherName === '' ? someone : about.otherName;
    return {
      subject: `You are no longer the owner of ${project}`,
      heading: 'You are no longer the owner',
      why: `${isOwn ? 'You' : 'Support'} handed ${project} over to ${other} just now.`,
      link: 'You are still an administrator of it.',
      button: 'Open the project',
      otherwise: `If ${isOwn ? 'it was not you' : 'you did not expect this'}, ${askFor(about)}.`,
    };
  },
  'ownership-received': (about) => {
    const project = nameProject(about, 'a project');
    const isOwn = about.handedBy !== 'operator';
    const giver = about.otherName === '' ? 'The previous owner' : about.otherName;
    return {
      subject: `You are now the owner of ${project}`,
      heading: 'You are now the owner',
      why: `${isOwn ? giver : 'Support'} handed ${project} over to you just now. You are now its owner.`,
      link: 'Payment methods are not handed over. If the project is on a paid plan, please add your own.',
      button: 'Open the project',
      otherwise: `If you did not expect this, ${isOwn ? 'ask the previous owner' : askFor(about)}.`,
    };
  },
  'ownership-frozen': (about) => {
    const { projects, reason, isOwner, productName } = about;
    const named = nameProjects(about, isOwner ? 'your project' : 'a project');
    const [subject, they] =
      projects.length === 1
        ? [named, 'it']
        : [`${projects.length} projects at ${productName}`, 'they'];
    return {
      subject: `We decide who owns ${subject}`,
      heading: 'We decide who the owner is',
      why: `${frozenWhy[reason][isOwner ? 'owner' : 'claimant'](named)} Until we have decided, ${they} cannot be canceled, handed over, moved to a free plan or refunded. Everything else goes on.`,
      otherwise: `We may ask you about it. If you know something that helps us decide, please ${askFor(about)}.`,
    };
  },
  'ownership-settled': (about) => {
    const { isOwner } = about;
    const project = nameProject(about, 'a project');
    return {
      subject: isOwner ? `You own ${project}` : `Someone else owns ${project}`,
      heading: isOwner ? 'You are the owner' : 'Someone else is the owner',
      why: `We have decided who owns ${project}: ${isOwner ? 'you do' : 'someone else does'}. It is no longer frozen.`,
      otherwise: isOwner
        ? 'Look through the list of users, and remove everyone who should not be there. If the project is on a paid plan, look at its payment details, too.'
        : `If you think this is a mistake, ${askFor(about)}.`,
    };
  },
  'joined-meanwhile': ({ joined, productName }) => ({
    subject: `Look at who joined your projects at ${productName}`,
    heading: 'Look at who joined your projects',
    why: `Your account at ${productName} was taken back. Meanwhile, people joined projects by invitations from it: ${joined.join(', ')}. Invitations that no one had accepted are revoked.`,
    otherwise:
      'If you do not know someone in this list, remove them from the list of users of your projects.',
  }),
};

const frozenWhy = {
  'given-away': {
    owner: (project: string) =>
      `The account that gave you ${project} was taken back from its old mailbox. Someone else may have been using it at the time.`,
    claimant: (project: string) =>
      `Your account was taken back. Someone else may have been using it when it gave ${project} to another person.`,
  },
  contested: {
    owner: (project: string) =>
      `Your account was taken back from its old mailbox. The person who reads the mailbox that it had before says that the account and ${project} are theirs.`,
    claimant: (project: string) => `You told us that the account that owns ${project} is yours.`,
  },
};
