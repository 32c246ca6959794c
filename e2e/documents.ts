import type { Locator, Page } from '@playwright/test'

import { createPhoto } from '../apps/server/src/testing/documents/upload-files.ts'
import { runOpsCommand } from '../apps/server/src/testing/ops/run-ops-command.ts'

import { expect, newTrader, query, type Trader } from './support.ts'

export type Kind = 'passport' | 'card' | 'sign'

export const jpeg = async (name = 'scan.jpg') => ({ name, mimeType: 'image/jpeg', buffer: await createPhoto() })

/** The part of the documents' screen that is about one kind. */
export const part = (page: Page, kind: Kind): Locator => page.locator(`section[aria-labelledby=document-${kind}]`)
export const chooser = (page: Page, kind: Kind): Locator => part(page, kind).locator('input[type=file]').first()

/**
 * Answers the browser's own dialog for files with a photo, from now on. Told before the page is opened: a dialog that opens in
 * the moment in which it is told may be missed.
 */
export function answerFileDialogs(page: Page): void {
  page.on('filechooser', (dialog) => void jpeg().then((file) => dialog.setFiles(file)))
}

/** The documents of a new trader. */
export async function openDocuments(page: Page, lang = 'en'): Promise<Trader> {
  const trader = await newTrader(page)
  await visitDocuments(page, lang)
  return trader
}

export async function visitDocuments(page: Page, lang = 'en', add = ''): Promise<void> {
  await page.goto(`/${lang}/trading#/show/documents${add}`)
  await page.locator('main h2').first().waitFor()
}

export const documentRows = (trader: Trader) =>
  query('select kind, state from documents where user_id = $1 order by sent_at', [trader.id])

/** What an operator decides, by the product's own command; the page hears of it over the socket. */
export async function decide(trader: Trader, kind: Kind, reason: string | null): Promise<void> {
  const env = {
    DATABASE_URL: process.env['E2E_DATABASE_URL'] ?? '',
    SECRET_KEY: 'a secret key that is only good for browser tests',
    SANDBOX_SECRET: 'a sandbox secret that nobody asks for here',
  }
  const decision = reason === null ? ['approve'] : ['refuse', '--because', reason]
  const done = await runOpsCommand(env, [...decision, trader.email, kind, '--why', 'looked at it', '--yes'])
  expect(done).toMatchObject({ code: 0, err: '' })
}

/** The disk is full for this trader alone until the returned function is called. */
export async function fillDisk(trader: Trader, on: 'insert' | 'update'): Promise<() => Promise<unknown>> {
  const name = `full_disk_${trader.id}_${on}`
  await query(`create function ${name}() returns trigger language plpgsql as
    $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$`)
  await query(`create trigger ${name} before ${on} on documents for each row when (new.user_id = ${trader.id})
    execute function ${name}()`)
  return () => query(`drop function ${name} cascade`)
}

/** Goes by Tab to a control of the screen, as somebody without a mouse does. */
export async function reach(page: Page, what: string | RegExp, role: 'button' | 'link' = 'button'): Promise<void> {
  const wanted = page.getByRole('main').getByRole(role, { name: what })
  const seen: string[] = []
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    seen.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? ''))
  }
  throw new Error(`Tab never reaches ${String(what)}, but ${seen.join(', ')}`)
}
