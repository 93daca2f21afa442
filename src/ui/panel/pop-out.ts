/** How panels of a screen open in windows of their own; the screen says which do. */
import { createContext, useContext, useMemo } from 'react'

/** False on a screen whose panels gain nothing by filling it. */
export const MaximiseContext = createContext(true)

/** Opens the panel of that name; undefined where it does not open. */
export type PopOut = (name: string) => (() => void) | undefined

export const PopOutContext = createContext<PopOut>(() => undefined)

export const usePopOut = (name: string | undefined): (() => void) | undefined => {
  const popOut = useContext(PopOutContext)
  // Its address is made once, not at every drawing of the panel.
  return useMemo(() => (name === undefined ? undefined : popOut(name)), [popOut, name])
}
