import { useEffect, useId, useRef, useState } from 'react';
import { findCarEntries, matchIn } from '../../model/registry/car-entries.ts';
import type { CarEntry } from '../../model/registry/car-entries.ts';
import styles from './car-search.module.css';

interface CarSearchProps {
  /** What the address asks for. */
  readonly initial: CarEntry | null;
  /** Called with null when the field is emptied. */
  readonly onPick: (entry: CarEntry | null) => void;
}

/** A text field with the matching registry entries below it (the combobox pattern of WAI-ARIA). */
export function CarSearch({ initial, onPick }: CarSearchProps) {
  const id = useId();
  const { query, entries, active, isExpanded, found, chosen, type, press, pick, close, leave } = useCarMatches(initial, onPick);
  return (
    <div className={styles.search}>
      <label htmlFor={id} className={styles.label}>
        Buscar CAR
      </label>
      <div
        className={styles.field}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
          // In a window that is only left for another one, the field is still the active element.
          if (currentTarget.contains(document.activeElement)) close();
          else leave();
        }}
      >
        <input
          id={id}
          className={styles.input}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          placeholder="Digite para buscar no cadastro"
          aria-autocomplete="list"
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? `${id}-list` : undefined}
          aria-activedescendant={isExpanded && active !== null ? `${id}-${active}` : undefined}
          value={query}
          onChange={({ currentTarget }) => {
            type(currentTarget.value);
          }}
          onKeyDown={(event) => {
            if (press(event.key)) event.preventDefault();
          }}
        />
        {isExpanded && (
          <ul id={`${id}-list`} role="listbox" aria-label="Imóveis encontrados" className={styles.list}>
            {entries.map((entry, index) => (
              <CarOption key={entry.label} id={`${id}-${index}`} entry={entry} query={query} isActive={index === active} onPick={pick} />
            ))}
          </ul>
        )}
      </div>
      <p role="status" className={found !== '' && !isExpanded ? styles.none : 'visually-hidden'}>
        {found}
        {chosen}
      </p>
    </div>
  );
}

/** What is typed, the entries that match it while their list is open, and which of them is active. */
function useCarMatches(initial: CarEntry | null, onPick: CarSearchProps['onPick']) {
  const [picked, setPicked] = useState(initial);
  const [query, setQuery] = useState(initial?.label ?? '');
  /** What was last said of the chosen property. The map is elsewhere on the page, and moves without a word. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const matches = findCarEntries(query);
  const entries = isOpen ? matches : [];
  const isExpanded = entries.length > 0;

  const show = (opens: boolean) => {
    setIsOpen(opens);
    setActive(null);
  };
  const close = () => {
    show(false);
  };
  const choose = (entry: CarEntry | null) => {
    setPicked(entry);
    onPick(entry);
  };
  const type = (text: string) => {
    setQuery(text);
    setChosen(null);
    show(true);
    if (text.trim() === '') choose(null);
  };
  const pick = (entry: CarEntry) => {
    setQuery(entry.label);
    setChosen(`Escolhido: ${entry.label}. O mapa mostra onde fica.`);
    close();
    choose(entry);
  };
  const isTypedOver = picked !== null && query !== picked.label;
  /** Only picking chooses, so a text that was not picked gives way to the name of what is still chosen. */
  const leave = () => {
    close();
    if (!isTypedOver) return;
    setQuery(picked.label);
    setChosen(`Continua escolhido: ${picked.label}.`);
  };
  const move = (step: 1 | -1) => {
    const count = matches.length;
    if (count === 0) return;
    setIsOpen(true);
    setActive((before) => (before === null ? (step === 1 ? 0 : count - 1) : (before + step + count) % count));
  };
  /** @returns whether the key did something here. */
  const press = (key: string): boolean => {
    const activeEntry = active === null ? undefined : entries[active];
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Enter' && activeEntry !== undefined) pick(activeEntry);
    else if (key === 'Escape' && isExpanded) close();
    else if (key === 'Escape' && isTypedOver) leave();
    else return false;
    return true;
  };
  // A text that matches nothing is said to for as long as it stands there: if the sentence went as the field is left, all below would move under the pointer.
  const found = query.trim() !== '' && (isOpen || matches.length === 0) ? announcement(matches.length) : '';
  return { query, entries, active, isExpanded, found, chosen, type, press, pick, close, leave };
}

interface CarOptionProps {
  readonly id: string;
  readonly entry: CarEntry;
  readonly query: string;
  readonly isActive: boolean;
  readonly onPick: (entry: CarEntry) => void;
}

function CarOption({ id, entry, query, isActive, onPick }: CarOptionProps) {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const [start, end] = matchIn(entry.label, query) ?? [0, 0];
  return (
    <li
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      // The field keeps the focus.
      onMouseDown={(event) => {
        event.preventDefault();
      }}
      onClick={() => {
        onPick(entry);
      }}
    >
      {entry.label.slice(0, start)}
      <mark>{entry.label.slice(start, end)}</mark>
      {entry.label.slice(end)}
    </li>
  );
}

function announcement(count: number): string {
  if (count === 0) return 'Nenhum imóvel encontrado.';
  return count === 1 ? '1 imóvel encontrado.' : `${count} imóveis encontrados.`;
}
