import { lazy, Suspense, type ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

import { useQuestion } from '../platform/ask.ts'
import { useLocaleTag, useTexts } from '../platform/texts.ts'
import { connectToaster, toastMs, useToasterWanted } from '../platform/toasts.ts'

// Loaded when the first of them is shown.
const Toaster = lazy(() => import('../ui/toaster.tsx').then((module) => ({ default: module.Toaster })))
const AlertDialog = lazy(() => import('../ui/alert-dialog.tsx').then((module) => ({ default: module.AlertDialog })))

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
