import { expect } from './test.ts'

export type ReceivedMail = { readonly subject: string; readonly text: string; readonly html: string }

const proofSubjects = ['Confirm your e-mail', 'Подтвердите адрес почты']

/** Waits for `count` mails to the address. Returns them newest first. The mail of the registration is left out, unless `isNew`. */
export async function waitForMails(address: string, count = 1, isNew = false): Promise<ReceivedMail[]> {
  const url = `${process.env['SANDBOX_BASE_URL']}/control/mails?to=${encodeURIComponent(address)}`
  let mails: ReceivedMail[] = []
  await expect
    .poll(
      async () => {
        const all = ((await (await fetch(url)).json()) as { mails: ReceivedMail[] }).mails
        mails = all.filter(({ subject }) => isNew || !proofSubjects.includes(subject))
        return mails.length
      },
      // Some mails follow from two jobs of half a minute each.
      { timeout: 90_000 },
    )
    .toBeGreaterThanOrEqual(count)
  return mails
}

export function extractLink(mail: ReceivedMail | undefined): string {
  return /^https?:\/\/\S+$/m.exec(mail?.text ?? '')?.[0] ?? ''
}
