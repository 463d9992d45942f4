import type { teamMails } from '../kinds/team.ts';
import type { LetterWords } from './mail-words.ts';
import { askFor, nameProject, nameProjects } from './zh-project.ts';

export const teamZh: LetterWords<keyof typeof teamMails> = {
  invitation: (about) => {
    const project = nameProject(about, '一个');
    const subject =
      about.hostName === ''
        ? `您收到了加入${project}的邀请`
        : `${about.hostName}邀请您加入${project}`;
    return {
      subject,
      heading: about.subscriptionName === '' ? '加入项目' : `加入“${about.subscriptionName}”`,
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
      heading: `${memberName === '' ? '新成员' : memberName}已加入`,
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
      heading: '您已不再是成员',
      why: `您刚刚被移出${project}。您无法再打开该项目，您的账号不受影响。`,
      otherwise: '如果您认为这是误操作，请联系该项目的管理员。',
    };
  },
  'member-viewed': (about) => {
    const { memberName, memberEmail, reason, productName } = about;
    const who = memberName === '' ? memberEmail : `${memberName} (${memberEmail})`;
    return {
      subject: `${productName} 的运营人员查看了您项目的一位成员所看到的界面`,
      heading: '运营人员查看了一位成员的账号',
      why: `${productName} 的运营人员从现在起最多 15 分钟内可以看到 ${who} 所看到的界面，包括这位成员所在的您的项目，但无法更改任何内容。理由：“${reason}”`,
      otherwise: `如果您不清楚这个理由，请询问这位成员，或${askFor(about)}。`,
    };
  },
  'permissions-changed': (about) => {
    const project = nameProject(about, '某个');
    return {
      subject: `您在${project}中的权限已更改`,
      heading: '您的权限已更改',
      why: `您在${project}中的权限刚刚被更改。`,
      now: '您现在拥有以下权限：',
      button: '打开项目',
      otherwise: '如果您认为这是误操作，请联系该项目的管理员。',
    };
  },
  'ownership-given': (about) => {
    const project = nameProject(about, '某个');
    const isOwn = about.handedBy !== 'operator';
    const someone = isOwn ? '另一位管理员' : '另一位成员';
    const other = about.otherName === '' ? someone : about.otherName;
    return {
      subject: `您已不再是${project}的所有者`,
      heading: '您已不再是所有者',
      why: `${isOwn ? '您' : '客服'}刚刚将${project}转让给了${other}。`,
      link: '您仍是该项目的管理员。',
      button: '打开项目',
      otherwise: `${isOwn ? '如果不是您本人操作' : '如果您对此并不知情'}，请${askFor(about)}。`,
    };
  },
  'ownership-received': (about) => {
    const project = nameProject(about, '一个');
    const isOwn = about.handedBy !== 'operator';
    const giver = about.otherName === '' ? '原所有者' : about.otherName;
    return {
      subject: `您已成为${project}的所有者`,
      heading: '您已成为所有者',
      why: `${isOwn ? giver : '客服'}刚刚将${project}转让给您，您现在是该项目的所有者。`,
      link: '原所有者的付款方式不会随项目转让。如果项目使用付费套餐，请添加您自己的付款方式。',
      button: '打开项目',
      otherwise: `如果您对此并不知情，请${isOwn ? '联系原所有者' : askFor(about)}。`,
    };
  },
  'ownership-frozen': (about) => {
    const { projects, reason, isOwner, productName } = about;
    const named = nameProjects(about, isOwner ? '您的' : '某个');
    const [subject, they] =
      projects.length === 1
        ? [named, '该项目']
        : [`${projects.length} 个 ${productName} 项目`, '这些项目'];
    return {
      subject: `${subject}的归属将由我们裁定`,
      heading: '归属将由我们裁定',
      why: `${frozenWhy[reason][isOwner ? 'owner' : 'claimant'](named)}在我们作出裁定之前，${they}不能取消、转让、改用免费套餐或退款，其他一切照常。`,
      otherwise: `我们可能会向您了解情况。如果您掌握有助于裁定的信息，请${askFor(about)}。`,
    };
  },
  'ownership-settled': (about) => {
    const { isOwner } = about;
    const project = nameProject(about, '某个');
    return {
      subject: isOwner ? `${project}归您所有` : `${project}归他人所有`,
      heading: isOwner ? '归您所有' : '归他人所有',
      why: `我们已就${project}的归属作出裁定：${isOwner ? '归您所有' : '归他人所有'}。该项目已解除冻结。`,
      otherwise: isOwner
        ? '请检查成员列表，移除不应在其中的人。如果项目使用付费套餐，也请检查付款信息。'
        : `如果您认为裁定有误，请${askFor(about)}。`,
    };
  },
  'joined-meanwhile': ({ joined, productName }) => ({
    subject: `请检查哪些人加入了您的 ${productName} 项目`,
    heading: '请检查哪些人加入了您的项目',
    why: `您的 ${productName} 账号已恢复。在此期间，以下人员通过该账号发出的邀请加入了项目：${joined.join('、')}。尚未接受的邀请均已撤销。`,
    otherwise: '如果其中有您不认识的人，请在项目的成员列表中将其移除。',
  }),
};

const frozenWhy = {
  'given-away': {
    owner: (project: string) =>
      `将${project}转让给您的账号已由原邮箱恢复。转让时，使用该账号的可能是他人。`,
    claimant: (project: string) =>
      `您的账号已恢复。此前${project}被转让给了他人，当时使用您账号的可能不是您本人。`,
  },
  contested: {
    owner: (project: string) =>
      `您的账号已由原邮箱恢复，而恢复前的邮箱的使用者表示账号和${project}属于自己。`,
    claimant: (project: string) => `您表示拥有${project}的账号属于您。`,
  },
};
