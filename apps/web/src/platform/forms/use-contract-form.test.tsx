// @vitest-environment jsdom
import { profileCalls } from '@tradefront/contract/profile'
import { waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { renderWithProviders } from '../testing/render-with-providers.tsx'
import { type CallHandler, stubCalls } from '../testing/stub-calls.ts'
import { FormBanner } from './form-banner.tsx'
import { type ContractFormOptions, useContractForm } from './use-contract-form.ts'
import { useFormField } from './use-form-field.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { CallReply } from '../api/request.ts'

const { updateContactDetails } = profileCalls
type Values = { email: string; phone: string }
type Options = ContractFormOptions<typeof updateContactDetails, Values, CallReply<typeof updateContactDetails>>

function ContactDetailsForm(props: Partial<Options>) {
  const { control, message, isPending, onSubmit } = useContractForm(updateContactDetails, {
    defaults: { email: '', phone: '' },
    fields: {
      email: { error: 'auth.email_invalid', aliases: ['auth.email_taken'] },
      phone: { error: 'auth.phone_invalid' },
    },
    onSuccess: (_reply, form) => form.showMessage('success', 'Saved'),
    ...props,
  })
  return (
    <form noValidate onSubmit={onSubmit}>
      <FormBanner message={message} />
      <TextField {...useFormField(control, 'email')} label="E-mail" />
      <TextField {...useFormField(control, 'phone')} label="Phone" />
      <button type="submit">{isPending ? 'Saving' : 'Save'}</button>
    </form>
  )
}

async function renderForm(handler: CallHandler, options: Partial<Options> = {}) {
  const bodies = stubCalls([[updateContactDetails, handler]])
  const screen = await renderWithProviders(<ContactDetailsForm {...options} />, { texts: ['auth', 'access'] })
  const submit = async (email: string, phone: string): Promise<void> => {
    await userEvent.clear(screen.getByLabelText('E-mail'))
    await userEvent.click(screen.getByLabelText('E-mail'))
    await userEvent.paste(email)
    await userEvent.clear(screen.getByLabelText('Phone'))
    await userEvent.click(screen.getByLabelText('Phone'))
    await userEvent.paste(phone)
    await userEvent.keyboard('{Enter}')
  }
  return { ...screen, submit, sentBodies: bodies.get(updateContactDetails) ?? [] }
}
const accept: CallHandler = () => ({ json: { return: true } })
const refuse = (json: object) => (): Awaited<ReturnType<CallHandler>> => ({ json: { return: false, ...json } })

test('sends the trimmed values and shows success', async () => {
  const { submit, sentBodies, findByRole } = await renderForm(accept)
  await submit(' anna@example.com ', ' 123456 ')
  expect((await findByRole('status')).textContent).toBe('Saved')
  expect(sentBodies).toEqual([{ email: 'anna@example.com', phone: '123456' }])
})

test('shows what the schema rejects at its field, focuses the first and sends nothing', async () => {
  const { submit, sentBodies, findByText, getByLabelText } = await renderForm(accept, {
    check: ({ phone }) => (phone === '1' ? { phone: 'auth.phone_invalid' } : {}),
  })
  await submit('anna@', '1')
  await findByText(/Enter an e-mail like/)
  await findByText(/Enter your phone number/)
  expect(document.activeElement).toBe(getByLabelText('E-mail'))
  expect(sentBodies).toEqual([])
})

test('checks a field when it is left, unless it is empty, and again while it is corrected', async () => {
  const { findByText, getByLabelText, queryByText } = await renderForm(accept, {
    check: ({ phone }) => (phone === '' ? { phone: 'auth.phone_invalid' } : {}),
  })
  await userEvent.type(getByLabelText('E-mail'), 'anna@')
  expect(queryByText(/Enter an e-mail like/), 'while it is typed').toBe(null)
  await userEvent.tab()
  await findByText(/Enter an e-mail like/)
  await userEvent.tab()
  await userEvent.type(getByLabelText('E-mail'), 'example.com')
  await waitFor(() => expect(queryByText(/Enter an e-mail like/)).toBe(null))
  expect(queryByText(/Enter your phone number/), 'passed with Tab').toBe(null)
  await userEvent.keyboard('{Enter}')
  await findByText(/Enter your phone number/)
})

test('after a success, empty fields are no mistakes again', async () => {
  const { submit, findByRole, getByLabelText, queryByText } = await renderForm(accept, {
    onSuccess: (_reply, form) => {
      form.setValue('phone', '')
      form.showMessage('success', 'Saved')
    },
    check: ({ phone }) => (phone === '' ? { phone: 'auth.phone_invalid' } : {}),
  })
  await submit('anna@example.com', '123456')
  await findByRole('status')
  await userEvent.click(getByLabelText('Phone'))
  await userEvent.tab()
  await userEvent.click(getByLabelText('E-mail'))
  expect(queryByText(/Enter your phone number/)).toBe(null)
})

test('shows a refusal at the field of its code', async () => {
  const { submit, findByText, getByLabelText, queryByRole } = await renderForm(
    refuse({ error: 'auth.email_taken', message: 'Already in use' }),
  )
  await submit('anna@example.com', '123456')
  await findByText(/There is already an account/)
  await waitFor(() => expect(document.activeElement).toBe(getByLabelText('E-mail')))
  expect(queryByRole('alert')).toBe(null)
})

test.each<[string, CallHandler, string]>([
  ['a refusal with a message', refuse({ error: 'x', message: 'Not today' }), 'Not today'],
  ['a refusal without a message', refuse({}), 'The server could not answer'],
  ['an unreadable answer', () => ({ status: 502, json: null }), 'The server could not answer'],
])('shows %s above the fields', async (_name, handler, text) => {
  const { submit, findByRole } = await renderForm(handler)
  await submit('anna@example.com', '123456')
  expect((await findByRole('alert')).textContent).toContain(text)
})

test('shows what the server says about single fields at these fields', async () => {
  const fields = { email: 'Wrong e-mail', phone: 'Wrong phone' }
  const { submit, findByText, getByLabelText } = await renderForm(() => ({
    status: 400,
    json: { return: false, error: 'errors.invalid', message: 'Check the form', fields },
  }))
  await submit('anna@example.com', '123456')
  await findByText('Wrong e-mail')
  await findByText('Wrong phone')
  await findByText('Check the form')
  expect(document.activeElement).toBe(getByLabelText('E-mail'))
})

test('is pending while it sends, and sends once', async () => {
  const answer = Promise.withResolvers<Awaited<ReturnType<CallHandler>>>()
  const { submit, sentBodies, getByRole, findByRole } = await renderForm(() => answer.promise)
  await submit('anna@example.com', '123456')
  await waitFor(() => expect(getByRole('button').textContent).toBe('Saving'))
  await userEvent.keyboard('{Enter}')
  answer.resolve({ json: { return: true } })
  await findByRole('status')
  expect(getByRole('button').textContent).toBe('Save')
  expect(sentBodies).toHaveLength(1)
})

test('leaves an error to onError when that returns true', async () => {
  const onError = vi.fn<() => boolean>(() => true)
  const { submit, queryByRole } = await renderForm(refuse({ error: 'auth.email_taken', message: 'Taken' }), { onError })
  await submit('anna@example.com', '123456')
  await waitFor(() => expect(onError).toHaveBeenCalledOnce())
  expect(queryByRole('alert')).toBe(null)
})
