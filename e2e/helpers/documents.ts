import type { Locator, Page } from '@playwright/test'

import { createPhoto } from '../../apps/server/test/fixtures/documents/upload-files.ts'

import { queryDatabase } from './database.ts'
import { createTrader, type Trader } from './trader.ts'
import { runAsOperator } from './operator.ts'

export type DocumentKind = 'passport' | 'card' | 'sign'

export const createJpeg = async (name = 'scan.jpg') => ({ name, mimeType: 'image/jpeg', buffer: await createPhoto() })

export const getKindSection = (page: Page, kind: DocumentKind): Locator =>
  page.locator(`section[aria-labelledby=document-${kind}]`)
export const getFileInput = (page: Page, kind: DocumentKind): Locator =>
  getKindSection(page, kind).locator('input[type=file]').first()

/** Fills dialogs for files. Call it before the page is opened, or a dialog can be missed. */
export function autoFillFileDialogs(page: Page): void {
  page.on('filechooser', (dialog) => void createJpeg().then((file) => dialog.setFiles(file)))
}

export async function openDocuments(page: Page, lang = 'en'): Promise<Trader> {
  const trader = await createTrader(page)
  await page.goto(`/${lang}/trading#/show/documents`)
  await page.locator('main h2').first().waitFor()
  return trader
}

export const listDocumentRows = (trader: Trader) =>
  queryDatabase('select kind, state from documents where user_id = $1 order by sent_at', [trader.id])

/** Refuses a document as an operator does; the page gets a push. */
export async function refuseDocument(trader: Trader, kind: DocumentKind, reason: string): Promise<void> {
  await runAsOperator('refuse', '--because', reason, trader.email, kind)
}

export async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
  const target = page.getByRole('main').getByRole(role, { name: name })
  const seen: string[] = []
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    seen.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? ''))
  }
  throw new Error(`Tab never reaches ${String(name)}, but ${seen.join(', ')}`)
}
