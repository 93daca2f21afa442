/** Opens panels of a screen in separate windows, if the screen allows it. */
import { createContext, useContext, useMemo } from 'react'

export const MaximiseContext = createContext(true)

export type PopOut = (name: string) => (() => void) | undefined

export const PopOutContext = createContext<PopOut>(() => undefined)

export const usePopOut = (name: string | undefined): (() => void) | undefined => {
  const popOut = useContext(PopOutContext)
  // Memoised, so that its address is built once.
  return useMemo(() => (name === undefined ? undefined : popOut(name)), [popOut, name])
}
