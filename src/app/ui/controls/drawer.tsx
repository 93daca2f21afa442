import type { DrawerProps } from './overlay-props.ts'
import type { ReactNode } from 'react'
import { Overlay } from './overlay.tsx'

export const Drawer = (props: DrawerProps): ReactNode => <Overlay kind="drawer" {...props} />
