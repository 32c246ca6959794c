import type { Page } from '@playwright/test'

import { expectNoAxeViolations } from './axe.ts'
import { inviteOperator } from './operator.ts'
import { expect } from './test.ts'
import { computeCode } from './totp.ts'

/** Adds a device with a fingerprint that the browser accepts without a person. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Invites an operator, who then has a passkey. */
export async function setUpOperator(page: Page, name: string, roles: string): Promise<void> {
  await addAuthenticator(page)
  await acceptInvitation(page, await inviteOperator(name, roles))
}

/** Opens the link, sets password and one-time codes, and adds a passkey. */
export async function acceptInvitation(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('New password').fill('a password of the tests')
  const key = (await page.getByText(/^([A-Z2-7]{4} ){8}$/).innerText()).replaceAll(' ', '')
  await page.getByLabel('Code of your app').fill(computeCode(key))
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await page.getByLabel('Name of the device').fill('Test phone')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Test phone' })).toBeVisible()
}
