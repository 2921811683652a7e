import { systemOfCode } from '@geoinsights/crs';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from './file-list.module.css';

interface SystemChoiceProps {
  /** Of the file. */
  readonly name: string;
  /** Codes, the most likely first. */
  readonly systems: readonly string[];
  readonly onChoose: (system: string) => void;
}

/** Asks for the reference system of a file's coordinates. The choice can be changed afterwards. */
export function SystemChoice({ name, systems, onChoose }: SystemChoiceProps) {
  const id = useId();
  const [system, setSystem] = useState('');
  return (
    <form
      className={styles.choice}
      aria-label={`Sistema de coordenadas de ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (system !== '') onChoose(system);
      }}
    >
      <label htmlFor={id}>Em que sistema e zona estão as coordenadas?</label>
      <select
        id={id}
        className={styles.systems}
        required
        value={system}
        onChange={({ currentTarget }) => {
          setSystem(currentTarget.value);
        }}
      >
        <option value="">Escolha</option>
        {systems.map((code) => (
          <option key={code} value={code}>
            {labelOf(code)}
          </option>
        ))}
      </select>
      <Button type="submit">Desenhar</Button>
    </form>
  );
}

/** The states in a zone, wholly or partly, so that people who do not know the zone of their land can find it. */
const STATES: Partial<Record<string, string>> = {
  '18S': 'oeste do AC e do AM',
  '19S': 'AC, AM',
  '20S': 'RO, centro do AM, oeste de MT',
  '21S': 'MT, MS, oeste do PA e do RS',
  '22S': 'RS, SC, PR, oeste de SP, GO, TO, PA',
  '23S': 'leste de SP, MG, RJ, DF, MA, oeste da BA',
  '24S': 'ES, BA, SE, CE, oeste de PE e PI',
  '25S': 'litoral de AL, PE, PB, RN',
  '19N': 'noroeste do AM',
  '20N': 'RR',
  '21N': 'leste de RR, norte do PA',
  '22N': 'AP, norte do PA',
};

function labelOf(code: string): string {
  const known = systemOfCode(code);
  if (known === null) return code;
  const zone = known.utm === null ? undefined : `${known.utm.zone}${known.utm.hemisphere}`;
  if (zone === undefined) return `${known.name.replace('Brazil Polyconic', 'Policônica do Brasil').replace('Pseudo-Mercator', 'Mercator da web')} (${code})`;
  const states = STATES[zone];
  return `${known.name.replace('zone', 'zona')}${states === undefined ? '' : ` – ${states}`}`;
}
