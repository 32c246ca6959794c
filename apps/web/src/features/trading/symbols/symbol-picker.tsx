import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useEffectEvent, useState } from 'react'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { TriggerButton } from '../../../ui/buttons/trigger-button.tsx'
import { SymbolList } from './symbol-list.tsx'

/**
 * Button with the list of symbols.
 * @param props.isActive Ctrl+K opens it
 * @param props.isReplay hides present prices, which would show how the day went on
 */
export function SymbolPicker(props: {
  readonly isActive: boolean
  readonly isReplay: boolean
  readonly label: string
  readonly value: string
  readonly onChange: (symbol: string) => void
}) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  useKey(props.isActive, () => setOpen(true))
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <TriggerButton
        tone="subtle"
        size="narrow"
        aria-keyshortcuts={props.isActive ? 'Control+K' : undefined}
        aria-label={t('trading.symbol_open', { symbol: props.label })}
      >
        <span className="text-17 font-semibold whitespace-nowrap">{props.label}</span>
        <ChevronDown size={16} className="text-muted max-sm:-ms-1" aria-hidden />
      </TriggerButton>
      <Popover
        placement="bottom start"
        className="w-96 max-w-[calc(100vw-1rem)] animate-appear rounded-card border border-line bg-float shadow-raised outline-none"
      >
        {/* The popover is only as high as the room below or above its button. */}
        <Dialog aria-label={t('trading.symbols')} className="flex max-h-[inherit] flex-col outline-none">
          {({ close }) => (
            <SymbolList
              value={props.value}
              isReplay={props.isReplay}
              onChange={(symbol) => {
                props.onChange(symbol)
                close()
              }}
              onClose={close}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function useKey(isActive: boolean, onPress: () => void): void {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    if (!isActive) return undefined
    const listener = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      event.preventDefault()
      press()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [isActive])
}
