import { Link } from '@tanstack/react-router'
import { pagesCalls } from '@tradefront/contract/pages'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'

import { ServerHtml } from '../../features/pages/server-html.tsx'
import { request } from '../../platform/api/request.ts'
import { loadTexts, useLocaleTag, useTexts } from '../../platform/i18n/i18n.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { paths, type ModalName } from '../paths.ts'
import { queries } from '../../platform/api/query-client.ts'
import { EntryForm, FormShape } from './register-panel.tsx'
import { entryKinds } from './register-kinds.ts'

type Props = { readonly name: ModalName; readonly onClose: () => void }

/** One of the registrations over the page. Its first words are the server's (`/api/modal/{name}`), ours until they are there. */
export function EntryModal(props: Props) {
  return (
    <QueryClientProvider client={queries}>
      <Modal {...props} />
    </QueryClientProvider>
  )
}

function Modal({ name, onClose }: Props) {
  const t = useTexts()
  const lang = useLocaleTag()
  const kind = entryKinds[name]
  const hasTexts = useAuthTexts()
  const { data } = useQuery({
    queryKey: ['modal', name, lang],
    staleTime: 60_000,
    queryFn: ({ signal }) => request(pagesCalls.modal, { params: { name }, signal }),
  })
  if (!hasTexts) return null
  return (
    <Dialog isOpen title={data?.title ?? t(kind.title)} onClose={onClose} closeLabel={t('shell.close')}>
      {data === undefined ? <p className="text-muted">{t(kind.lead)}</p> : <ServerHtml html={data.content} />}
      <Suspense fallback={<FormShape />}>
        <EntryForm kind={kind.kind} />
      </Suspense>
      <p className="border-t border-line pt-4 text-muted">
        {t('auth.have_account')}{' '}
        <Link to={paths.login(lang)} className="font-medium text-accent-ink hover:underline">
          {t('auth.log_in')}
        </Link>
      </p>
    </Dialog>
  )
}

/** The landing page does without the words of the forms; a modal brings them. */
function useAuthTexts(): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    void loadTexts('auth').then(() => setThere(true))
  }, [])
  return isThere
}
