import { lazy, Suspense, type ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

import { useQuestion } from '../platform/dialogs.ts'
import { useLocaleTag, useTexts } from '../platform/i18n/i18n.ts'
import { connectToaster, toastMs, useToasterWanted } from '../platform/toasts.ts'
import { persistently } from '../platform/retry-import.ts'

const loadToaster = () => persistently(() => import('../ui/feedback/toaster.tsx'))
const loadAlertDialog = () => persistently(() => import('../ui/overlays/alert-dialog.tsx'))
const Toaster = lazy(() => loadToaster().then((module) => ({ default: module.Toaster })))
const AlertDialog = lazy(() => loadAlertDialog().then((module) => ({ default: module.AlertDialog })))

/** Brings what speaks to the trader once the page is there: when it is needed there may be no connection. */
export function loadSpeech(): void {
  const load = (): void => void Promise.all([loadToaster(), loadAlertDialog()])
  if (document.readyState === 'complete') load()
  else window.addEventListener('load', load)
}

/** What every page has around it: the language for fields and numbers, the corner for toasts, the place for questions. */
export function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <I18nProvider locale={useLocaleTag()}>
      {children}
      <Suspense>
        <Toasts />
        <Questions />
      </Suspense>
    </I18nProvider>
  )
}

function Toasts() {
  const t = useTexts()
  if (!useToasterWanted()) return null
  return (
    <Toaster durationMs={toastMs} label={t('shell.messages')} closeLabel={t('shell.close')} onReady={connectToaster} />
  )
}

function Questions() {
  const question = useQuestion()
  if (question === null) return null
  return (
    <AlertDialog
      key={question.id}
      title={question.title}
      yesLabel={question.yes}
      noLabel={question.no}
      isDanger={question.isDanger ?? false}
      onYes={() => question.answer(true)}
      onNo={() => question.answer(false)}
    >
      {question.body}
    </AlertDialog>
  )
}
