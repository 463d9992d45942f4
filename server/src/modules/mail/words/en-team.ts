import type { teamMails } from '../kinds/team.ts';
import { nameProject } from './en-project.ts';
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
      why: `You were removed from ${project} just now. You can no longer open it. Your account stays as it is.`,
      otherwise: 'If you think this is a mistake, ask an administrator of the project.',
    };
  },
  'permissions-changed': (about) => {
    const project = nameProject(about, 'a project');
    return {
      subject: `Your permissions in ${project} were changed`,
      why: `Your permissions in ${project} were changed just now.`,
      now: 'You now have these permissions:',
      button: 'Open the project',
      otherwise: 'If you think this is a mistake, ask an administrator of the project.',
    };
  },
  'ownership-given': (about) => {
    const project = nameProject(about, 'a project');
    const other = about.otherName === '' ? 'another administrator' : about.otherName;
    return {
      subject: `You are no longer the owner of ${project}`,
      why: `You handed ${project} over to ${other} just now.`,
      link: 'You are still an administrator of it.',
      button: 'Open the project',
      otherwise: `If it was not you, contact the people who run ${about.productName}.`,
    };
  },
  'ownership-received': (about) => {
    const project = nameProject(about, 'a project');
    const other = about.otherName === '' ? 'The previous owner' : about.otherName;
    return {
      subject: `You are now the owner of ${project}`,
      why: `${other} handed ${project} over to you just now. You are now its owner.`,
      link: 'Payment methods are not handed over. If the project is on a paid plan, please add your own.',
      button: 'Open the project',
      otherwise: 'If you did not expect this, ask the previous owner.',
    };
  },
};
