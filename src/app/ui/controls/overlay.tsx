/**
 * Dialogs and drawers. Their library loads with the first one. Until then typed keys belong to it if it is modal;
 * beside a non-modal drawer the page keeps them.
 */
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { lazyComponent } from '../lazy-component.tsx'
import { useHoldKeys } from '../typeahead/hold-keys.ts'
import { useEver } from '../use-ever.ts'
import type { DialogProps } from './overlay-props.ts'
import type { DrawerProps } from './overlay-props.ts'

const failing = {
  useClose: ({ open, onClose }: Pick<OverlayProps, 'open' | 'onClose'>) => (open ? onClose : undefined),
}
const DialogView = lazyComponent(async () => (await import('./dialog-view.tsx')).DialogView, null, failing)
const DrawerView = lazyComponent(async () => (await import('./drawer-view.tsx')).DrawerView, null, failing)

type OverlayProps = ({ readonly kind: 'dialog' } & DialogProps) | ({ readonly kind: 'drawer' } & DrawerProps)

interface OpenOverlay {
  readonly isModal: boolean
}

const opened: OpenOverlay[] = []
const isCovered = (own: OpenOverlay): boolean => opened.slice(opened.indexOf(own) + 1).some(each => each.isModal)

/**
 * The library closes what contains the focus on Escape. This closes the newest overlay wherever the focus is: a dialog
 * gets it a frame after opening, and its code may still be loading.
 */
export function useEscape(open: boolean, isModal: boolean, onClose: () => void): () => boolean {
  const own = useRef<OpenOverlay>({ isModal: false })
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

function useFocusBefore(open: boolean): { readonly hasFocusMoved: () => boolean; readonly finalFocus: () => boolean } {
  const atOpening = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (open) atOpening.current = document.activeElement
  }, [open])
  return {
    // The screen counts as unmoved: the opener may have left with the previous screen while this code loaded.
    hasFocusMoved: () =>
      document.activeElement !== atOpening.current && document.activeElement?.matches('body, main') !== true,
    // Otherwise the library would focus the screen's first control, and the next key would press it. The screen takes
    // the focus back itself.
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
