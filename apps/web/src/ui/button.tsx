import type { ComponentPropsWithRef } from 'react';
import styles from './button.module.css';

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className'> {
  /** `primary` at most once per screen; `quiet` for actions that remove something. */
  readonly look?: 'primary' | 'secondary' | 'quiet';
  /** Whether the button has nothing to do at the moment. Unlike `disabled`, this keeps the focus on it, so that the press that leads here does not lose it. */
  readonly isIdle?: boolean;
}

export function Button({ look = 'secondary', type = 'button', isIdle = false, onClick, ...rest }: ButtonProps) {
  return <button type={type} className={`${styles.button} ${styles[look]}`} aria-disabled={isIdle || undefined} onClick={isIdle ? undefined : onClick} {...rest} />;
}
