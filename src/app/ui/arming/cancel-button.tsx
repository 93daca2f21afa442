import { type ReactNode, useState } from 'react'
import type { ButtonProps } from '../controls/button.tsx'
import type { IgnoredReason } from './arming.ts'
import { FireButton, armingText } from './fire-button.tsx'

interface CancelButtonProps
  extends Pick<ButtonProps, 'variant' | 'size' | 'title' | 'disabled' | 'children' | 'aria-label'> {
  readonly what: string
  readonly onCancel: () => void
}

const saying = (ignored: IgnoredReason): string =>
  ignored === 'too_soon' ? 'Ignored: just appeared' : armingText('hold', ignored)

export function CancelButton({ what, onCancel, ...look }: CancelButtonProps): ReactNode {
  const [ignored, setIgnored] = useState<IgnoredReason>()
  return (
    <>
      <FireButton {...look} question={what} gesture="hold" onFire={onCancel} onIgnored={setIgnored} />
      <output className="muted">{ignored === undefined ? '' : saying(ignored)}</output>
    </>
  )
}
