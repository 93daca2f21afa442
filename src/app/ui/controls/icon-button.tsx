import type { ComponentPropsWithRef, ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './button.module.css'
import { buttonClass } from './button.tsx'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  readonly label: string
  readonly icon: ReactNode
  readonly pressed?: boolean | undefined
  readonly size?: 'md' | 'sm' | undefined
}

export function IconButton({
  label,
  icon,
  pressed,
  size,
  className,
  title = label,
  ...rest
}: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      title={title}
      className={cx(buttonClass({ variant: 'quiet', size }), styles.icon, className)}
    >
      {icon}
    </button>
  )
}
