import { nameProject } from './en-project.ts';
import type { TeamWords } from './mail-words.ts';

export const teamEn: TeamWords = {
  invitation: (about) => {
    const project = nameProject(about, 'a project');
    const subject =
      about.hostName === ''
        ? `You are invited to join ${project}`
        : `${about.hostName} invites you to join ${project}`;
    return {
      subject,
      why: `${subject}.`,
      link: 'The link works for 14 days. It is meant for this mailbox only, so please do not pass it on.',
      button: 'Join the project',
      otherwise:
        'If you do not know what this is about, ignore this mail. You will not be added to anything.',
    };
  },
  'invite-accepted': (about) => {
    const project = nameProject(about, 'your project');
    const { memberName, memberEmail } = about;
    const who = memberName === '' ? memberEmail : `${memberName} (${memberEmail})`;
    return {
      subject: `${memberName === '' ? 'A new member' : memberName} joined ${project}`,
      why: `Good news: ${who} accepted your invite and is now a member of ${project}.`,
      link: 'The list of users shows everybody and what they may do.',
      button: 'See all users',
      otherwise: 'If you did not mean to invite this person, you can remove them there.',
    };
  },
  'member-removed': (about) => {
    const project = nameProject(about, 'a project');
    return {
      subject: `You are no longer a member of ${project}`,
      why: `You get this mail because you were removed from ${project} just now. You can no longer open it; your account stays as it is.`,
      otherwise: 'If you think that this is a mistake, ask an administrator of the project.',
    };
  },
  'permissions-changed': (about) => {
    const project = nameProject(about, 'a project');
    return {
      subject: `Your permissions in ${project} were changed`,
      why: `You get this mail because your permissions in ${project} were changed just now.`,
      now: 'Your permissions are now:',
      button: 'Open the project',
      otherwise: 'If you think that this is a mistake, ask an administrator of the project.',
    };
  },
  'ownership-given': (about) => {
    const project = nameProject(about, 'your project');
    const other = about.otherName === '' ? 'another administrator' : about.otherName;
    return {
      subject: `You are no longer the owner of ${project}`,
      why: `You get this mail because you handed ${project} to ${other} just now.`,
      link: 'You stay in it as an administrator.',
      button: 'Open the project',
      otherwise: `If it was not you, recordEvent the people who run ${about.productName}.`,
    };
  },
  'ownership-received': (about) => {
    const project = nameProject(about, 'a project');
    const other = about.otherName === '' ? 'the previous owner' : about.otherName;
    return {
      subject: `You are now the owner of ${project}`,
      why: `You get this mail because ${other} handed ${project} to you just now. From now on you are its owner.`,
      link: 'Payment methods do not come along: if the plan costs something, please add your own.',
      button: 'Open the project',
      otherwise: 'If you did not expect this, ask the previous owner.',
    };
  },
};
