import { Maximize2, Minimize2, PictureInPicture2 } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import type { PanelState } from './panel-state.ts'
import { PanelStateView, LastKnownNote, StaleBanner } from './panel-state-view.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { MaximiseContext, usePopOut } from './pop-out.ts'
import { useOverflowStop } from './use-overflow-stop.ts'

export interface PanelProps {
  readonly title?: ReactNode
  readonly toolbar?: ReactNode
  readonly state?: PanelState | undefined
  readonly children?: ReactNode
  readonly testId?: string | undefined
  /** Accessible name; the title when it is plain text. */
  readonly label?: string | undefined
  readonly footer?: ReactNode
  readonly padded?: boolean | undefined
  /** `content` is as high as what is in it; else it fills its parent. */
  readonly height?: 'fill' | 'content' | undefined
  readonly className?: string | undefined
  /** The header stays one row: a long title gives way, and is whole in its own tip. */
  readonly isOneRow?: boolean | undefined
}

/** Whether it has the whole screen; Esc gives it back. */
function useMaximised() {
  const [isMaximised, maximise] = useState(false)
  useEffect(() => {
    if (!isMaximised) return undefined
    const restore = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) maximise(false)
    }
    document.addEventListener('keydown', restore)
    return () => document.removeEventListener('keydown', restore)
  }, [isMaximised])
  return { isMaximised, maximise }
}

/** One surface of the screen with a title, a toolbar and one of the states; it fills its parent, or on a press the screen, and its body scrolls. */
export function Panel({
  title,
  toolbar,
  state = { kind: 'ready' },
  children,
  testId,
  label,
  footer,
  padded = false,
  height = 'fill',
  className,
  isOneRow = false,
}: PanelProps): ReactNode {
  const body = useOverflowStop()
  const { isMaximised, maximise } = useMaximised()
  const name = label ?? (typeof title === 'string' ? title : undefined)
  const popOut = usePopOut(name)
  const isOld = state.kind === 'stale' || state.kind === 'last'
  const canMaximise = useContext(MaximiseContext)
  return (
    <PanelFrame
      name={name}
      title={title}
      toolbar={toolbar}
      kind={state.kind}
      bodyRef={body}
      testId={testId}
      footer={footer}
      padded={padded}
      height={height}
      className={className}
      isOneRow={isOneRow}
      isMaximised={isMaximised}
      tools={
        canMaximise ? (
          <>
            {/* Beside the toolbar there is room for one button: the other comes with the whole screen, and with the commands. */}
            {popOut !== undefined && isMaximised && (
              <IconButton
                size="sm"
                label={`Open ${name} in a window of its own`}
                icon={<PictureInPicture2 size={12} />}
                onClick={() => {
                  maximise(false)
                  popOut()
                }}
              />
            )}
            <IconButton
              size="sm"
              label={isMaximised ? `Restore ${name}` : `Maximise ${name}`}
              icon={isMaximised ? <Minimize2 size={12} /> : <Maximize2 size={12} />}
              pressed={isMaximised}
              onClick={() => maximise(!isMaximised)}
            />
          </>
        ) : null
      }
      banner={state.kind === 'stale' && <StaleBanner state={state} />}
      lastKnown={state.kind === 'last' && <LastKnownNote state={state} />}
    >
      {isOld || state.kind === 'ready' ? children : <PanelStateView state={state} />}
    </PanelFrame>
  )
}
