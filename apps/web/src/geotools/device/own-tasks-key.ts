/** The key under which this browser stores the list of tasks begun on this device. */
export const OWN_TASKS_KEY = 'geoinsights.own-tasks';
