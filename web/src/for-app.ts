/**
 * Everything that screens of `app/web` may use. It loses something in major versions only, after a warning. `defineWeb` is
 * apart, since the first file of the page has it.
 */
export { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
export { useTranslation } from 'react-i18next';
export { useApi } from './shared/api/index.ts';
export { useChange } from './shared/api/use-change.ts';
export { isRefused } from './shared/api-error.ts';
export { FailureNotice } from './shared/app/failure-notice.tsx';
export { usePathParameter } from './shared/app/use-path-parameter.ts';
export { useUpload } from './shared/app/use-upload.ts';
export { useConfig, useConfiguredText } from './shared/config/index.ts';
export { useCurrentSubscription } from './shared/current-subscription/current-subscription.ts';
export { useForm } from './shared/form/use-form.ts';
export { formatDate, toText, useLanguage } from './shared/i18n/index.ts';
export { paths } from './shared/paths.ts';
export { useAccount } from './shared/session/index.ts';
export { Button } from './shared/ui/button.tsx';
export { ButtonLink } from './shared/ui/button-link.tsx';
export { Card, SectionCard } from './shared/ui/card.tsx';
export { ConfirmDialog } from './shared/ui/confirm-dialog.tsx';
export { Dialog, DialogActions } from './shared/ui/dialog.tsx';
export { EmptyState } from './shared/ui/empty-state.tsx';
export { TextField } from './shared/ui/field.tsx';
export { FileField } from './shared/ui/file-field.tsx';
export { Menu, MenuItem, MenuLabel } from './shared/ui/menu.tsx';
export { Notice } from './shared/ui/notice.tsx';
export { PageHeader } from './shared/ui/page-header.tsx';
export { Paging } from './shared/ui/paging.tsx';
export { SelectField } from './shared/ui/select-field.tsx';
export { Table } from './shared/ui/table.tsx';
export { TextArea } from './shared/ui/text-area.tsx';
export { TextLink } from './shared/ui/text-link.tsx';
export { notify } from './shared/ui/toasts.ts';
