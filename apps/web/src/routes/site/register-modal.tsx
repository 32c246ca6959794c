import { pagesCalls } from '@tradefront/contract/pages'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import type { TextKey } from '@tradefront/texts/keys'

import { PracticeForm } from '../../features/auth/practice-form.tsx'
import { RegisterForm } from '../../features/auth/register-form.tsx'
import type { RegisterKind } from '../../features/auth/registration-rules.ts'
import { ServerHtml } from '../../platform/server-content/server-html.tsx'
import { request } from '../../platform/api/request.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { paths, type ModalName } from '../paths.ts'
import { queryClient } from '../../platform/api/query-client.ts'

type RegisterModalContent = {
  readonly kind: RegisterKind | 'practice'
  readonly title: TextKey
  readonly lead: TextKey
}

const registerModals: Record<ModalName, RegisterModalContent> = {
  'modal-register': { kind: 'real', title: 'auth.register_title', lead: 'auth.register_lead' },
  'modal-register-demo': { kind: 'practice', title: 'auth.practice_title', lead: 'auth.practice_lead' },
  'modal-promo': { kind: 'promo', title: 'auth.promo_title', lead: 'auth.promo_lead' },
}

type Props = { readonly name: ModalName; readonly onClose: () => void }

/** Modal of a registration. It shows our introduction until the server's has loaded. */
export function RegisterModal(props: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <RegisterModalContent {...props} />
    </QueryClientProvider>
  )
}

function RegisterModalContent({ name, onClose }: Props) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const content = registerModals[name]
  const { data } = useQuery({
    queryKey: ['modal', name, lang],
    staleTime: 60_000,
    queryFn: ({ signal }) => request(pagesCalls.getModal, { params: { name }, signal }),
  })
  return (
    <Dialog isOpen title={data?.title ?? t(content.title)} onClose={onClose} closeLabel={t('shell.close')}>
      {data === undefined ? <p className="text-muted">{t(content.lead)}</p> : <ServerHtml html={data.content} />}
      {content.kind === 'practice' ? <PracticeForm /> : <RegisterForm kind={content.kind} />}
      <p className="border-t border-line pt-4 text-muted">
        {t('auth.have_account')}{' '}
        <a href={paths.login(lang)} className="font-medium text-accent-ink hover:underline">
          {t('auth.log_in')}
        </a>
      </p>
    </Dialog>
  )
}
