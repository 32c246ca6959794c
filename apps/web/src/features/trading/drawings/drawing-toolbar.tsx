import Minus from 'lucide-react/icons/minus'
import RectangleHorizontal from 'lucide-react/icons/rectangle-horizontal'
import Redo2 from 'lucide-react/icons/redo-2'
import Slash from 'lucide-react/icons/slash'
import TextAlignJustify from 'lucide-react/icons/text-align-justify'
import Trash2 from 'lucide-react/icons/trash-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { drawingKinds } from '@tradefront/rules/charts/drawings'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import type { DrawingEditor } from './use-drawing-editor.ts'

const icons = { line: Slash, level: Minus, rectangle: RectangleHorizontal, fibonacci: TextAlignJustify } as const

/**
 * Tools in a column beside the chart, or in a row above it.
 * @param onTool called after a tool was chosen; `isByKey`: with the keyboard
 */
export function DrawingToolbar(props: {
  readonly editor: DrawingEditor
  readonly isColumn: boolean
  readonly onTool: (isByKey: boolean) => void
}) {
  const t = useTranslate()
  const { editor, isColumn, onTool } = props
  const { tool } = editor
  const commands = [
    { id: 'undo', Icon: Undo2, onPress: editor.undo, canPress: editor.canUndo, keys: 'Control+Z' },
    { id: 'redo', Icon: Redo2, onPress: editor.redo, canPress: editor.canRedo, keys: 'Control+Shift+Z' },
    { id: 'delete', Icon: Trash2, onPress: editor.deleteSelected, canPress: editor.selected !== null, keys: 'Delete' },
  ] as const
  return (
    <div
      role="group"
      aria-label={t('charts.tools')}
      className={cx('flex shrink-0', isColumn ? 'flex-col px-0.5 py-1' : 'px-1')}
    >
      {drawingKinds.map((kind) => {
        const Icon = icons[kind]
        return (
          <IconButton
            key={kind}
            label={t(`charts.kind_${kind}`)}
            aria-pressed={kind === tool}
            onClick={(event) => {
              editor.chooseTool(kind === tool ? null : kind)
              if (kind !== tool) onTool(event.detail === 0)
            }}
            className={cx(kind === tool && 'bg-accent-soft text-accent-ink')}
          >
            <Icon size={18} aria-hidden />
          </IconButton>
        )
      })}
      <span aria-hidden className={cx('bg-line', isColumn ? 'mx-2 my-1 h-px' : 'mx-1 my-2 w-px')} />
      {commands.map(({ id, Icon, onPress, canPress, keys }) => (
        <IconButton
          key={id}
          label={t(`charts.${id}`)}
          aria-keyshortcuts={keys}
          aria-disabled={!canPress}
          onClick={onPress}
          className={cx(!canPress && 'cursor-default opacity-40')}
        >
          <Icon size={18} aria-hidden />
        </IconButton>
      ))}
    </div>
  )
}
