/** What opens over the page. Its library comes with the first that is opened; keys typed until then are its own. */
import type { ReactNode } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import { useHoldKeys } from '../typeahead/use-hold-keys.ts'
import { useEver } from '../use-ever.ts'
import type { DialogProps } from './overlay-props.ts'
import type { DrawerProps } from './overlay-props.ts'

const DialogView = lazyComponent(async () => (await import('./dialog-view.tsx')).DialogView)
const DrawerView = lazyComponent(async () => (await import('./drawer-view.tsx')).DrawerView)

type OverlayProps = ({ readonly kind: 'dialog' } & DialogProps) | ({ readonly kind: 'drawer' } & DrawerProps)

export function Overlay(props: OverlayProps): ReactNode {
  const { open } = props
  const wasOpened = useEver(open)
  useHoldKeys(open ? 'overlay' : undefined)
  if (!wasOpened) return null
  return props.kind === 'dialog' ? <DialogView {...props} /> : <DrawerView {...props} />
}
