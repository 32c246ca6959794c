import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** Fills in and submits a form as a user does. `submit` takes the first form. */
export function createFormFiller(container: HTMLElement) {
  const user = userEvent.setup()
  const getField = (name: string): HTMLInputElement =>
    container.querySelector<HTMLInputElement>(`[name=${name}]`) ?? expect.fail(`no field ${name}`)
  return {
    user,
    getField,
    fill: async (name: string, value: string): Promise<void> => {
      await user.clear(getField(name))
      await user.paste(value)
    },
    submit: async (): Promise<void> =>
      user.click(container.querySelector('form button[type=submit]') ?? expect.fail('no button')),
  }
}
