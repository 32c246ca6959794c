import { lazy, Suspense, type ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'

import { useCurrentDialog } from '../platform/dialogs.ts'
import { useLocaleTag, useTranslate } from '../platform/i18n/i18n.ts'
import { connectToaster, toastMs, useHasShownToast } from '../platform/toasts.ts'
import { retryImport } from '../platform/retry-import.ts'

const loadToaster = () => retryImport(() => import('../ui/feedback/toaster.tsx'))
const loadAlertDialog = () => retryImport(() => import('../ui/overlays/alert-dialog.tsx'))
const Toaster = lazy(() => loadToaster().then((module) => ({ default: module.Toaster })))
const AlertDialog = lazy(() => loadAlertDialog().then((module) => ({ default: module.AlertDialog })))

/** Loads overlays early: when they are needed, there can be no connection. */
export function preloadOverlays(): void {
  const load = (): void => void Promise.all([loadToaster(), loadAlertDialog()])
  if (document.readyState === 'complete') load()
  else window.addEventListener('load', load)
}

export function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <I18nProvider locale={useLocaleTag()}>
      {children}
      <Suspense>
        <Toasts />
        <ConfirmDialogs />
      </Suspense>
    </I18nProvider>
  )
}

function Toasts() {
  const t = useTranslate()
  if (!useHasShownToast()) return null
  return (
    <Toaster durationMs={toastMs} label={t('shell.messages')} closeLabel={t('shell.close')} onReady={connectToaster} />
  )
}

function ConfirmDialogs() {
  const dialog = useCurrentDialog()
  if (dialog === null) return null
  return (
    <AlertDialog
      key={dialog.id}
      title={dialog.title}
      confirmLabel={dialog.confirmLabel}
      cancelLabel={dialog.cancelLabel}
      isDanger={dialog.isDanger}
      isCancelPrimary={dialog.isCancelPrimary}
      onConfirm={() => dialog.respond(true)}
      onCancel={() => dialog.respond(false)}
    >
      {dialog.body}
    </AlertDialog>
  )
}
