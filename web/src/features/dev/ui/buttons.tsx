import Copy from 'lucide-react/icons/copy';
import Trash from 'lucide-react/icons/trash';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandFoot } from '../../../shared/brand/brand-links.tsx';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx';
import { Menu, MenuCheck, MenuItem, MenuLabel } from '../../../shared/ui/menu.tsx';
import { ReadOnlyReason } from '../../../shared/ui/read-only.ts';
import { TextLink } from '../../../shared/ui/text-link.tsx';
import { notify } from '../../../shared/ui/toasts.ts';
import { Group, row } from './group.tsx';

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
const states = [{}, { busy: true }, { off: true }, { size: 'small' }] as const;

export function Buttons() {
  const { t } = useTranslation();
  return (
    <Group name="Button, ConfirmDialog, Dialog">
      {states.map((state) => (
        <div key={JSON.stringify(state)} className={row}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} {...state}>
              {t('ui.action')}
            </Button>
          ))}
        </div>
      ))}
      <Dialogs />
      <ReadOnlyReason value={t('ui.sentence')}>
        <div className={row}>
          <Button busy={false}>{t('ui.action')}</Button>
        </div>
      </ReadOnlyReason>
      <Button size="wide">{t('ui.sentence')}</Button>
    </Group>
  );
}

function Dialogs() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'plain' | 'asks' | 'busy' | 'failed'>();
  const close = () => setAsked(undefined);
  return (
    <div className={row}>
      <Button onClick={() => setAsked('asks')}>{t('ui.ask')}</Button>
      <Button onClick={() => setAsked('busy')}>ConfirmDialog busy</Button>
      <Button onClick={() => setAsked('failed')}>ConfirmDialog problem</Button>
      <Button onClick={() => setAsked('plain')}>Dialog</Button>
      {asked === 'plain' && (
        <Dialog title={t('ui.question')} description={t('ui.sentence')} onClose={close}>
          <DialogActions>
            <Button onClick={close}>{t('ui.action')}</Button>
          </DialogActions>
        </Dialog>
      )}
      {asked !== undefined && asked !== 'plain' && (
        <ConfirmDialog
          title={t('ui.question')}
          confirm={t('ui.action')}
          busy={asked === 'busy'}
          problem={asked === 'failed' ? t('ui.sentence') : undefined}
          onConfirm={close}
          onCancel={close}
        >
          {t('ui.sentence')}
        </ConfirmDialog>
      )}
    </div>
  );
}

export function Links() {
  const { t } = useTranslation();
  return (
    <Group name="ButtonLink, TextLink, BrandFoot">
      <div className={row}>
        {variants.map((variant) => (
          <ButtonLink key={variant} variant={variant} to={paths.ui}>
            {t('ui.action')}
          </ButtonLink>
        ))}
        <ButtonLink size="small" to={paths.ui}>
          {t('ui.action')}
        </ButtonLink>
        <TextLink to={paths.ui}>{t('ui.action')}</TextLink>
        <BrandFoot />
      </div>
    </Group>
  );
}

export function Menus() {
  return (
    <Group name="Menu, MenuLabel, MenuItem, MenuCheck">
      <div className={row}>
        <ExampleMenu name="Menu" />
        <ReadOnlyReason value="ReadOnlyReason">
          <ExampleMenu name="Menu ReadOnlyReason" />
        </ReadOnlyReason>
      </div>
    </Group>
  );
}

function ExampleMenu({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const say = () => notify.success(t('ui.sentence'));
  return (
    <Menu trigger={<Button>{name}</Button>}>
      <MenuLabel>{t('ui.word')}</MenuLabel>
      <MenuCheck checked onToggle={say}>
        {t('ui.word')}
      </MenuCheck>
      <MenuItem icon={<Copy aria-hidden="true" />} onChoose={say}>
        {t('ui.action')}
      </MenuItem>
      <MenuItem icon={<Trash aria-hidden="true" />} isChange onChoose={say}>
        {t('ui.action')}
      </MenuItem>
    </Menu>
  );
}
