/** What opens over the page. Its library comes with the first that is opened; keys typed until then are its own. */
import type { ReactNode } from 'react'
import { deferred } from '../deferred.tsx'
import { useHoldKeys } from '../typeahead/use-hold-keys.ts'
import { useEver } from '../use-ever.ts'
import type { DialogProps } from './overlay-props.ts'
import type { DrawerProps } from './overlay-props.ts'

const dialog = deferred(async () => (await import('./dialog-view.tsx')).DialogView, null)
const drawer = deferred(async () => (await import('./drawer-view.tsx')).DrawerView, null)

/** Has the code of both fetched, so that what is opened later opens at once. */
export const preloadOverlays = async (): Promise<void> => void (await Promise.all([dialog.preload(), drawer.preload()]))

type OverlayProps = ({ readonly kind: 'dialog' } & DialogProps) | ({ readonly kind: 'drawer' } & DrawerProps)

export function Overlay(props: OverlayProps): ReactNode {
  const { open } = props
  const wasOpened = useEver(open)
  useHoldKeys(open ? 'overlay' : undefined)
  if (!wasOpened) return null
  return props.kind === 'dialog' ? <dialog.Component {...props} /> : <drawer.Component {...props} />
}
