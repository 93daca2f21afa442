/**
 * What opens over the page. Its library comes with the first that is opened. Keys typed until then belong to it if it is modal; beside a drawer that is not,
 * the page stays at work.
 */
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import { useHoldKeys } from '../typeahead/use-hold-keys.ts'
import { useEver } from '../use-ever.ts'
import type { DialogProps } from './overlay-props.ts'
import type { DrawerProps } from './overlay-props.ts'

/** All dialogs and drawers: one that fails says so, and can be closed. */
const failing = { useClose: ({ open, onClose }: Pick<OverlayProps, 'open' | 'onClose'>) => (open ? onClose : undefined) }
const DialogView = lazyComponent(async () => (await import('./dialog-view.tsx')).DialogView, null, failing)
const DrawerView = lazyComponent(async () => (await import('./drawer-view.tsx')).DrawerView, null, failing)

type OverlayProps = ({ readonly kind: 'dialog' } & DialogProps) | ({ readonly kind: 'drawer' } & DrawerProps)

interface Opened {
  readonly isModal: boolean
}

/** What is open, the last opened last. */
const opened: Opened[] = []
const isCovered = (own: Opened): boolean => opened.slice(opened.indexOf(own) + 1).some(each => each.isModal)

/**
 * The library closes by Escape what the focus is in. This closes what was opened last, wherever the focus is: a dialog has it only a frame after it came, and its
 * code may still be loading.
 */
function useEscape(open: boolean, isModal: boolean, onClose: () => void): () => boolean {
  const own = useRef<Opened>({ isModal: false })
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    if (!open) return undefined
    const self = { isModal }
    own.current = self
    opened.push(self)
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || opened.at(-1) !== self) return
      event.preventDefault()
      event.stopImmediatePropagation()
      close()
    }
    document.addEventListener('keydown', listen)
    return () => {
      document.removeEventListener('keydown', listen)
      opened.splice(opened.indexOf(self), 1)
    }
  }, [open, isModal])
  return () => isCovered(own.current)
}

/** What had the focus when this opened, which may have left the page since. */
function useFocusBefore(open: boolean): { readonly hasFocusMoved: () => boolean; readonly finalFocus: () => boolean } {
  const atOpening = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (open) atOpening.current = document.activeElement
  }, [open])
  return {
    // The screen has it where what opened this left the page with the screen before, while the code of this was on its way.
    hasFocusMoved: () => document.activeElement !== atOpening.current && document.activeElement?.matches('body, main') !== true,
    // Instead of the screen the library would give it to the first control there, and a key pressed next would work that. Right after another
    // screen came nothing has it, and the screen takes it before the library looks.
    finalFocus: () => atOpening.current?.matches('body, main') !== true,
  }
}

export function Overlay(props: OverlayProps): ReactNode {
  const { open, kind, onClose } = props
  const wasOpened = useEver(open)
  const isModal = kind === 'dialog' || props.modal === true
  useHoldKeys(open && isModal ? 'overlay' : undefined)
  const isCoveredNow = useEscape(open, isModal, onClose)
  const { hasFocusMoved, finalFocus } = useFocusBefore(open)
  if (!wasOpened) return null
  return props.kind === 'dialog' ? (
    <DialogView {...props} isCovered={isCoveredNow} finalFocus={() => props.finalFocus?.() !== false && finalFocus()} />
  ) : (
    <DrawerView {...props} isCovered={isCoveredNow} finalFocus={finalFocus} hasFocusMoved={hasFocusMoved} />
  )
}
