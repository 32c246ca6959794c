import { normalizeIP } from '@fastify/rate-limit'
import { type Result, ok, refuse } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'

import type { AppContext } from '../../context.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { invariant } from '../../platform/http/errors.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { findCredentials, findCredentialsByEmail } from '../users/service.ts'
import { type ContactDetailsForm, changeContactDetails } from './contact-details.ts'
import type { SignedInUser } from './device-sessions.ts'
import { emailLinkRetentionMs, requestEmailProof } from './email-links.ts'
import { deleteEmailLinksExpiredBefore } from './email-link-store.ts'
import { deleteFailuresBefore } from './failure-store.ts'
import { findDeviceId, rememberDevice } from './known-devices.ts'
import { consumeLoginLink, deleteExpiredLoginLinks } from './login-link-store.ts'
import type { LoginOrigin } from './login-origin.ts'
import { issueLoginToken, verifyLoginToken } from './login-token.ts'
import { logInAtPlatform } from './platform-accounts.ts'
import { deleteExpiredLinks } from './password-reset-store.ts'
import {
  type PracticeRegistrationForm,
  type RealRegistrationForm,
  type RegistrationOrigin,
  registerForPractice as insertPracticeUser,
  registerUser,
} from './register.ts'
import { upsertDevice } from './device-store.ts'
import {
  type SecurityEventKind,
  deleteSecurityEventsBefore,
  insertFailureEvent,
  insertSecurityEvent,
} from './security-log.ts'
import { deleteExpiredSessions, findPasswordTime, updateSessionMobile } from './session-store.ts'
import { failureWindowMs } from './throttle.ts'

export { fetchFromPlatform } from './fetch-from-platform.ts'
export { verifyOwnPassword } from './change-password.ts'
export { createPasswordHasher, type PasswordHasher } from './password-hashing.ts'
export { createThrottle, type Throttle } from './throttle.ts'

const securityLogMs = 400 * dayMs
const freshLoginMs = 10 * minuteMs
/** Failed lookups of e-mails that an address can make without delay. Many people can share an address. */
const freeEmailLookups = 20

/** Returns whether the password was typed for this session at most ten minutes ago, which counts as typing it again. */
export async function isFreshLogin({ db, clock }: AppContext, sessionHash: Buffer): Promise<boolean> {
  const passwordAt = await findPasswordTime(db, sessionHash)
  return passwordAt !== null && clock.now().getTime() - passwordAt.getTime() <= freshLoginMs
}

/** Keeps the browser known after a new password, without a mail about it. */
export async function keepDeviceKnown(
  context: AppContext,
  cookie: string | undefined,
  userId: number,
): Promise<string> {
  const { db, clock } = context
  const user = await findCredentials(db, userId)
  invariant(user, 'a user is not deleted')
  const next = rememberDevice(context, cookie, user)
  const deviceId = findDeviceId(context, next, user)
  if (deviceId !== null) await upsertDevice(db, userId, sha256(deviceId), clock.now())
  return next
}

export function recordSecurityEvent(
  { db, clock }: AppContext,
  kind: SecurityEventKind,
  userId: number,
  address: string,
) {
  return insertSecurityEvent(db, { kind, userId, address, operator: null, at: clock.now() })
}

/** Records the use of a link or token that is invalid, expired or used. */
export function recordRefusedLink({ db, clock }: AppContext, address: string) {
  return insertFailureEvent(db, { kind: 'link_refused', userId: null, address, at: clock.now() })
}

/**
 * Verifies a log-in, by another trading platform if one is embedded. A known device is throttled by itself, others by account and address.
 * An unknown e-mail takes the same work as a wrong password.
 * @throws AppError 429
 */
export async function verifyLogin(
  context: AppContext,
  rawEmail: string,
  password: string,
  origin: LoginOrigin,
): Promise<
  Result<
    { token: string; deviceCookie: string; platformSession: string | null },
    'auth.login_error' | 'auth.account_locked' | 'auth.platform_down'
  >
> {
  const { throttle, db, passwordHasher, clock } = context
  const email = rawEmail.trim().toLowerCase()
  const deviceId = await findKnownDevice(context, email, origin.deviceCookie)
  const keys = deviceId
    ? { target: `device:${deviceId}`, source: null }
    : { target: toAccountSubject(email), source: toSubject('address', normalizeIP(origin.address)) }
  const isFailure = (code: TextKey) => code !== 'auth.platform_down'
  const result = await throttle.run({ ...keys, isFailure }, async () => {
    const user = await findCredentialsByEmail(db, email)
    const atPlatform = await logInAtPlatform(context, email, password)
    if (atPlatform?.kind === 'failed') return refuse('auth.platform_down')
    const isMatch =
      atPlatform === null
        ? await passwordHasher.verifyPassword(user?.passwordHash ?? null, password)
        : atPlatform.kind === 'done' && user !== null
    const platformSession = atPlatform?.kind === 'done' ? atPlatform.session : null
    if (user && isMatch && !user.isLocked) return ok({ user, platformSession })
    const kind = isMatch ? 'login_locked' : 'login_failed'
    await insertFailureEvent(db, { kind, userId: user?.id ?? null, address: origin.address, at: clock.now() })
    return refuse(isMatch ? 'auth.account_locked' : 'auth.login_error')
  })
  if (!result.ok) return result
  const { user, platformSession } = result.value
  return ok({
    token: issueLoginToken(context, email, password, user.passwordHash),
    deviceCookie: rememberDevice(context, origin.deviceCookie, user),
    platformSession,
  })
}

export async function redeemLoginToken(
  context: AppContext,
  rawEmail: string,
  password: string,
  token: string,
  deviceCookie: string | undefined,
): Promise<Result<SignedInUser & { deviceId: string | null }, 'auth.login_error' | 'auth.account_locked'>> {
  const email = rawEmail.trim().toLowerCase()
  const user = await findCredentialsByEmail(context.db, email)
  // Verified also for an unknown e-mail, so that it takes the same work.
  const isValid = verifyLoginToken(context, token, email, password, user?.passwordHash ?? '')
  if (!user || !isValid) return refuse('auth.login_error')
  if (user.isLocked) return refuse('auth.account_locked')
  const deviceId = findDeviceId(context, deviceCookie, user)
  return ok({ deviceId, userId: user.id, email, language: user.language, registeredAt: user.registeredAt })
}

export async function redeemLoginLink(
  context: AppContext,
  token: string,
  deviceCookie: string | undefined,
): Promise<Result<SignedInUser & { deviceId: string | null }, 'auth.login_link_void' | 'auth.account_locked'>> {
  const { db, clock } = context
  const userId = await consumeLoginLink(db, sha256(token), clock.now())
  const user = userId === null ? null : await findCredentials(db, userId)
  if (user === null) return refuse('auth.login_link_void')
  if (user.isLocked) return refuse('auth.account_locked')
  const { email, language, registeredAt } = user
  const deviceId = findDeviceId(context, deviceCookie, user)
  return ok({ deviceId, userId: user.id, email, language, registeredAt })
}

/** Registers a trader. Slows down an address that guesses e-mails. @throws AppError 429 */
export function register(context: AppContext, form: RealRegistrationForm, origin: RegistrationOrigin) {
  return throttleEmailLookup(context, origin.address, () => registerUser(context, form, origin))
}

/** Registers a trader for practice. Slows down an address that guesses e-mails. @throws AppError 429 */
export function registerForPractice(context: AppContext, form: PracticeRegistrationForm, origin: RegistrationOrigin) {
  return throttleEmailLookup(context, origin.address, () => insertPracticeUser(context, form, origin))
}

/** Mails another link to a trader who has lost the first one. */
export async function requestAnotherProof(
  context: AppContext,
  user: SessionUser,
): Promise<Result<void, 'auth.email_proof_limit'>> {
  if (user.emailProvedAt !== null) return ok()
  const isSent = await context.db.transaction().execute((trx) => requestEmailProof(context, trx, user))
  return isSent ? ok() : refuse('auth.email_proof_limit')
}

/** Saves phone and e-mail. Slows down an address that guesses e-mails. @throws AppError 429 */
export function saveContactDetails(context: AppContext, address: string, user: SessionUser, form: ContactDetailsForm) {
  return throttleEmailLookup(context, address, () => changeContactDetails(context, user, form, address))
}

export function markSessionMobile({ db }: AppContext, sessionHash: Buffer) {
  return updateSessionMobile(db, sessionHash)
}

export async function deleteExpiredAccess({ clock, db }: AppContext): Promise<void> {
  const now = clock.now()
  await deleteFailuresBefore(db, new Date(now.getTime() - failureWindowMs))
  await deleteExpiredSessions(db, now)
  await deleteExpiredLoginLinks(db, now)
  await deleteSecurityEventsBefore(db, new Date(now.getTime() - securityLogMs))
  await deleteExpiredLinks(db, now)
  await deleteEmailLinksExpiredBefore(db, new Date(now.getTime() - emailLinkRetentionMs))
}

/** Slows down guessing which e-mails are registered. @throws AppError 429 */
function throttleEmailLookup<Value, Code extends TextKey>(
  { throttle }: AppContext,
  address: string,
  lookUp: () => Promise<Result<Value, Code>>,
): Promise<Result<Value, Code>> {
  return throttle.run(
    {
      target: null,
      source: toSubject('taken', normalizeIP(address)),
      freeFailures: freeEmailLookups,
      isFailure: (code) => code === 'auth.email_taken' || code === 'profile.email_taken',
    },
    lookUp,
  )
}

async function findKnownDevice(context: AppContext, email: string, cookie: string | undefined): Promise<string | null> {
  const user = cookie === undefined ? null : await findCredentialsByEmail(context.db, email)
  return user && findDeviceId(context, cookie, user)
}

function toSubject(kind: string, value: string): string {
  return `${kind}:${value}`.slice(0, 80)
}

/** Hashes the e-mail address, so that the table does not reveal it. */
export function toAccountSubject(email: string): string {
  return `account:${sha256(email).toString('hex').slice(0, 40)}`
}
