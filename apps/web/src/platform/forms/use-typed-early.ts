import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import type { FieldValues, Path, PathValue, UseFormSetValue } from 'react-hook-form'

/** Takes over what was typed into a prerendered form before hydration. `inputs` are the names of the inputs, by field. */
export function useTypedEarly<Values extends FieldValues>(
  form: RefObject<HTMLFormElement | null>,
  setValue: UseFormSetValue<Values>,
  inputs: { readonly [Field in Path<Values>]?: string },
): void {
  const takeOver = useEffectEvent(() => {
    for (const [field, name] of Object.entries(inputs) as [Path<Values>, string][]) {
      const input = form.current?.elements.namedItem(name)
      if (!(input instanceof HTMLInputElement)) continue
      const typed = input.type === 'checkbox' ? input.checked : input.value
      setValue(field, typed as PathValue<Values, Path<Values>>)
    }
  })
  useLayoutEffect(() => takeOver(), [])
}
