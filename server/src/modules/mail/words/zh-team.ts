import type { teamMails } from '../kinds/team.ts';
import type { LetterWords } from './mail-words.ts';
import { nameProject } from './zh-project.ts';

export const teamZh: LetterWords<keyof typeof teamMails> = {
  invitation: (about) => {
    const project = nameProject(about, '一个');
    const subject =
      about.hostName === ''
        ? `您收到了加入${project}的邀请`
        : `${about.hostName}邀请您加入${project}`;
    return {
      subject,
      why: `${subject}。`,
      link: '请打开下方链接加入。链接 14 天内有效，仅供您本人使用，请勿转发。',
      button: '加入项目',
      otherwise: '如果您不清楚这是什么邀请，请忽略此邮件，您不会被加入任何项目。',
    };
  },
  'invite-accepted': (about) => {
    const project = nameProject(about, '您的');
    const { memberName, memberEmail } = about;
    const who = memberName === '' ? memberEmail : `${memberName}（${memberEmail}）`;
    return {
      subject: `${memberName === '' ? '新成员' : memberName}已加入${project}`,
      why: `${who}接受了您的邀请，现在是${project}的成员。`,
      link: '您可以在成员列表中查看所有成员及其权限。',
      button: '查看成员列表',
      otherwise: '如果您并不想邀请此人，可以在列表中将其移除。',
    };
  },
  'member-removed': (about) => {
    const project = nameProject(about, '某个');
    return {
      subject: `您已不再是${project}的成员`,
      why: `您刚刚被移出${project}。您无法再打开该项目，您的账号不受影响。`,
      otherwise: '如果您认为这是误操作，请联系该项目的管理员。',
    };
  },
  'permissions-changed': (about) => {
    const project = nameProject(about, '某个');
    return {
      subject: `您在${project}中的权限已更改`,
      why: `您在${project}中的权限刚刚被更改。`,
      now: '您现在拥有以下权限：',
      button: '打开项目',
      otherwise: '如果您认为这是误操作，请联系该项目的管理员。',
    };
  },
  'ownership-given': (about) => {
    const project = nameProject(about, '某个');
    const other = about.otherName === '' ? '另一位管理员' : about.otherName;
    return {
      subject: `您已不再是${project}的所有者`,
      why: `您刚刚将${project}转让给了${other}。`,
      link: '您仍是该项目的管理员。',
      button: '打开项目',
      otherwise: `如果不是您本人操作，请联系 ${about.productName} 的运营方。`,
    };
  },
  'ownership-received': (about) => {
    const project = nameProject(about, '一个');
    const other = about.otherName === '' ? '原所有者' : about.otherName;
    return {
      subject: `您已成为${project}的所有者`,
      why: `${other}刚刚将${project}转让给您，您现在是该项目的所有者。`,
      link: '原所有者的付款方式不会随项目转让。如果项目使用付费套餐，请添加您自己的付款方式。',
      button: '打开项目',
      otherwise: '如果您对此并不知情，请联系原所有者。',
    };
  },
};
