export interface paths {
    "/api/v1/tools/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the files of one or several datasets
         * @description The files are kept for a day, or until they are deleted. Pass the uuid of the answer to a task as its input_file. File names are read as filename* says, else as UTF-8, or as Windows-1252 where they are not valid UTF-8; the answer has them as they were read.
         */
        post: operations["uploadFiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/files/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a result or a report
         * @description Identified by the output_file or report_file of a task. Ranges and conditions are honoured; the name of the file is in Content-Disposition. A whole report is sent compressed to clients that accept gzip, with its own length in X-Uncompressed-Length.
         */
        get: operations["downloadFile"];
        put?: never;
        post?: never;
        /**
         * Delete an upload with everything made from it, or one result
         * @description Tasks on a deleted upload are cancelled.
         */
        delete: operations["deleteFile"];
        options?: never;
        /**
         * Download a result or a report
         * @description Identified by the output_file or report_file of a task. Ranges and conditions are honoured; the name of the file is in Content-Disposition. A whole report is sent compressed to clients that accept gzip, with its own length in X-Uncompressed-Length.
         */
        head: operations["downloadFileHeaders"];
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/files/{uuid}/datasets/{position}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download one dataset of a repair
         * @description Identified by the output_file of a task and the position of the dataset in its report, starting at 1: the file, or the files of a shapefile as an archive of their own. Ranges and conditions are honoured.
         */
        get: operations["downloadDataset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin an upload of one file that can be resumed after a broken connection
         * @description By the tus protocol 1.0.0: Upload-Length and the filename in Upload-Metadata; the address of the upload is in Location. It expires a day after the last part arrived (Upload-Expires).
         */
        post: operations["beginResumableUpload"];
        delete?: never;
        /**
         * The parts of the tus protocol that this server supports
         * @description In the headers Tus-Version, Tus-Extension and Tus-Max-Size.
         */
        options: operations["describeResumableUploads"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/uploads/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Give up an upload
         * @description What has arrived of it is deleted.
         */
        delete: operations["deleteResumableUpload"];
        options?: never;
        /**
         * How much of an upload has arrived
         * @description In Upload-Offset.
         */
        head: operations["askResumableUpload"];
        /**
         * Send the next bytes of an upload
         * @description From Upload-Offset on, as application/offset+octet-stream. If the connection breaks, what has arrived so far is kept.
         */
        patch: operations["sendPart"];
        trace?: never;
    };
    "/api/v1/tools/files/from-uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Combine resumable uploads into one input_file
         * @description For example the files of a shapefile, each of which was sent by its own upload. The answer is that of an upload of all files at once. A repeated request for the same uploads gets the same answer.
         */
        post: operations["joinUploads"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The available tools
         * @description With the JSON Schemas of the options of each tool and of the report of its tasks.
         */
        get: operations["listTools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/{tool}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a tool on an upload
         * @description The task waits for its turn; poll it at the address in Location.
         */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/{tool}/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The state of a task
         * @description Poll it, for example once a second, while it is READY or RUNNING.
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        /**
         * Cancel a task
         * @description A waiting or running task is cancelled, and its processes are stopped; a task that has ended is left as it is.
         */
        delete: operations["cancelTask"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/{tool}/{uuid}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The report of a repair as tables, GeoPackage or a printable page
         * @description Created on request from the report file of a finished task, which takes some seconds if there are many findings.
         */
        get: operations["getTaskReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/{tool}/{uuid}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The changes of a task as they happen
         * @description Server-sent events, each the whole task, until it has ended. With Last-Event-ID only what has changed since; 204 when that was the end.
         */
        get: operations["watchTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/layers/layer_groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The layer groups of the map, with their layers
         * @description Groups and layers are sorted by position. The address of a layer that this server draws is a path on this server.
         */
        get: operations["getLayerGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/layers/{layer}/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The features of one layer at a place
         * @description Layers that this server draws are looked up in their data. For others the WMS that the catalogue names is asked (GetFeatureInfo). At most ten features are returned; has_more says whether there are more. Of each at most a hundred attributes are returned; more_attributes says how many it has beyond these.
         */
        get: operations["findLayerFeatures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/wms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Maps of the layers that this server draws (OGC WMS)
         * @description GetCapabilities, GetMap, GetFeatureInfo and GetLegendGraphic of WMS 1.1.1 and 1.3.0.
         */
        get: operations["askWms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "type": "urn:geoinsights:problem:unknown-task",
         *       "title": "Unknown task",
         *       "status": 404,
         *       "detail": "There is no such task. It may have been deleted or have expired; upload the files again.",
         *       "code": "unknown-task"
         *     }
         */
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            code: string;
            file?: string;
            failures?: components["schemas"]["Failure"][];
        };
        Failure: {
            files: string[];
            archive?: string;
            problem: {
                type: string;
                title: string;
                status: number;
                detail: string;
                code: string;
                file?: string;
            };
        };
        /**
         * @example {
         *       "uuid": "3f8e2c1a-9b7d-4e5f-8a6b-1c2d3e4f5a6b",
         *       "files": [
         *         {
         *           "name": "farm.kml",
         *           "size": 18211
         *         }
         *       ],
         *       "expires_at": "2026-11-24T08:00:00.000Z"
         *     }
         */
        Upload: {
            uuid: string;
            files: {
                name: string;
                size: number;
            }[];
            /** Format: date-time */
            expires_at: string;
        };
        /**
         * @example {
         *       "uuid": "8d1f0b6e-52c4-4c0e-9a3d-7e6f5a4b3c2d",
         *       "tool": "fix-geometry",
         *       "progress_status": "RUNNING",
         *       "progress": 0.4,
         *       "stage": "Repairing farm.kml",
         *       "place_in_queue": null,
         *       "input_file": "3f8e2c1a-9b7d-4e5f-8a6b-1c2d3e4f5a6b",
         *       "output_file": null,
         *       "report_file": null,
         *       "report": null,
         *       "error": null,
         *       "created_at": "2026-11-23T08:00:00.000Z",
         *       "started_at": "2026-11-23T08:00:00.000Z",
         *       "finished_at": null,
         *       "expires_at": "2026-11-24T08:00:00.000Z"
         *     }
         */
        Task: {
            uuid: string;
            tool: string;
            /** @enum {string} */
            progress_status: "READY" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";
            progress: number;
            stage: string | null;
            place_in_queue: number | null;
            input_file: string;
            output_file: string | null;
            report_file: string | null;
            report: components["schemas"]["Report"] | components["schemas"]["ConvertReport"] | components["schemas"]["ReprojectReport"] | components["schemas"]["MergeReport"] | components["schemas"]["SplitReport"] | components["schemas"]["ExtractReport"] | components["schemas"]["SimplifyReport"] | components["schemas"]["BufferReport"] | components["schemas"]["CompressReport"] | components["schemas"]["CheckGeometryReport"] | components["schemas"]["PreviewTolerancesReport"] | null;
            error: components["schemas"]["Problem"] | null;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            finished_at: string | null;
            /** Format: date-time */
            expires_at: string;
        };
        Tool: {
            name: string;
            title: string;
            summary: string;
            inputs: {
                minimum: number;
                maximum: number | null;
            };
            options_schema: {
                [key: string]: unknown;
            };
            report_schema: {
                [key: string]: unknown;
            };
        };
        LayerGroups: components["schemas"]["LayerGroup"][];
        LayerGroup: {
            name: string;
            position: number;
            is_visible: boolean;
            layers: components["schemas"]["Layer"][];
        };
        Layer: {
            uuid: string;
            name: string;
            code: string;
            position: number;
            is_visible: boolean;
            color: string;
            description: string;
            source: string;
            webmap: {
                url: string;
            };
            layer_tasks: {
                provider_date: string | null;
                source_date: string | null;
                details: string;
            }[];
            minimum_zoom?: number | null;
            /** @enum {string} */
            style?: "filled" | "outlined" | "background";
            licence?: string | null;
            attribution?: string | null;
            last_checked?: string | null;
            revision?: string | null;
        };
        /**
         * @example {
         *       "features": [
         *         {
         *           "label": "Fazenda Santa Clara",
         *           "attributes": [
         *             {
         *               "name": "area_ha",
         *               "value": "812.4"
         *             }
         *           ],
         *           "more_attributes": 0
         *         }
         *       ],
         *       "has_more": false
         *     }
         */
        LayerFeatures: {
            features: {
                label: string | null;
                attributes: {
                    name: string;
                    value: string;
                }[];
                /** @default 0 */
                more_attributes: number;
            }[];
            /** @default false */
            has_more: boolean;
        };
        Report: {
            /** @constant */
            tool: "fix-geometry";
            report_version?: number;
            rules?: {
                /** @enum {string} */
                overlaps: "fix" | "keep";
                /** @enum {string} */
                gaps: "fix" | "keep";
                /** @enum {string} */
                profile: "standard" | "registrar";
                max_displacement_m: number | null;
                max_transfer_m2: number | null;
                decisions: number;
            };
            options?: {
                /** @default auto */
                snapDistance: "auto" | number;
                /** @default auto */
                maxGapWidth: "auto" | number;
                /**
                 * @default fix
                 * @enum {string}
                 */
                overlaps: "fix" | "keep";
                /**
                 * @default fix
                 * @enum {string}
                 */
                gaps: "fix" | "keep";
                /** @enum {string} */
                profile?: "standard" | "registrar";
                maxDisplacement?: number;
                maxTransfer?: number;
                decisions?: {
                    finding: {
                        /** @enum {string} */
                        kind: "overlap" | "contained-feature" | "duplicate-feature" | "gap";
                        at: [
                            number,
                            number
                        ];
                        features: number[];
                        area_m2?: number;
                        dataset?: string;
                        layer?: string;
                    };
                    /** @enum {string} */
                    action: "give" | "split" | "leave";
                    to?: number;
                }[];
                labelField?: string;
            };
            inputs?: {
                name: string;
                bytes: number;
                sha256: string;
            }[];
            results?: {
                name: string;
                bytes: number;
                sha256: string;
            }[];
            datasets: {
                name: string;
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                result_files?: string[];
                unchanged: boolean;
                verified: boolean;
                notes: {
                    code: string;
                    text: string;
                }[];
                layers: {
                    name: string;
                    crs: {
                        name: string;
                        code: string | null;
                        /** @enum {string} */
                        units: "geographic" | "planar";
                        /** @default null */
                        system: {
                            code: string;
                            name: string;
                        } | null;
                        /** @default null */
                        metres_per_unit: number | null;
                        wkt?: string;
                    };
                    features: number;
                    vertices: number;
                    tolerances: {
                        snap_distance: number;
                        snap_distance_auto: boolean;
                        max_gap_width: number;
                        max_gap_width_auto: boolean;
                        /** @enum {string} */
                        unit: "metre" | "foot" | "US survey foot" | "coordinate unit";
                        begun_with?: {
                            snap_distance: number;
                            max_gap_width: number;
                        };
                        evidence?: {
                            sliver_width: number;
                            corridor_width: number | null;
                            coordinate_step: number;
                            edge_length: number;
                        };
                    };
                    found: {
                        [key: string]: number;
                    };
                    remaining: {
                        [key: string]: number;
                    };
                    changed_features: number;
                    emptied_features: number;
                    /** @default 0 */
                    losing_features: number;
                    /** @default [] */
                    transfers: {
                        feature: number;
                        label: string;
                        other: number;
                        other_label: string;
                        lost: number;
                        area: number;
                    }[];
                    label_field?: string | null;
                    weights?: {
                        ownership: number;
                        shape: number;
                        cosmetic: number;
                    };
                    balance?: {
                        position: number;
                        id: string | number | null;
                        label: string;
                        area_before_m2: number;
                        area_after_m2: number;
                        lost_m2: number;
                        gained_m2: number;
                        max_displacement_m: number;
                        gave: {
                            to: number;
                            area_m2: number;
                        }[];
                        received: {
                            from: number;
                            area_m2: number;
                        }[];
                        to_nobody_m2: number;
                        from_nobody_m2: number;
                        emptied: string | null;
                        repeats?: number;
                    }[];
                    balance_totals?: {
                        features: number;
                        area_before_m2: number;
                        area_after_m2: number;
                        changed_hands_m2: number;
                        to_nobody_m2: number;
                        from_nobody_m2: number;
                    };
                    open_voids?: {
                        count: number;
                        narrowest: number;
                        widest: number;
                        area: number;
                        first: {
                            at: [
                                number,
                                number
                            ];
                            width: number;
                            area: number;
                            features: {
                                feature: number;
                                label: string;
                            }[];
                        }[];
                    };
                    decisions?: {
                        done: number;
                        not_done: number;
                        problems: {
                            decision: number;
                            /** @enum {string} */
                            outcome: "met-nothing" | "impossible";
                            text: string;
                        }[];
                    };
                    left?: {
                        [key: string]: number;
                    };
                    changed?: {
                        position: number;
                        id: string | number | null;
                        label: string;
                        before: ({
                            /** @constant */
                            type: "Polygon";
                            coordinates: number[][][];
                        } | {
                            /** @constant */
                            type: "MultiPolygon";
                            coordinates: number[][][][];
                        } | {
                            /** @constant */
                            type: "LineString";
                            coordinates: number[][];
                        } | {
                            /** @constant */
                            type: "MultiLineString";
                            coordinates: number[][][];
                        }) | null;
                        after: ({
                            /** @constant */
                            type: "Polygon";
                            coordinates: number[][][];
                        } | {
                            /** @constant */
                            type: "MultiPolygon";
                            coordinates: number[][][][];
                        } | {
                            /** @constant */
                            type: "LineString";
                            coordinates: number[][];
                        } | {
                            /** @constant */
                            type: "MultiLineString";
                            coordinates: number[][][];
                        }) | null;
                    }[];
                    findings?: {
                        kind: string;
                        feature: number;
                        label: string;
                        other: number | null;
                        other_label: string | null;
                        at: [
                            number,
                            number
                        ] | null;
                        measure: number | null;
                        action: string;
                        /** @enum {string} */
                        reason?: "decision" | "max-displacement" | "max-transfer" | "profile";
                        decision?: number;
                        position?: number;
                        id?: string | number | null;
                        other_position?: number | null;
                        other_id?: string | number | null;
                        /** @enum {string} */
                        weight?: "ownership" | "shape" | "cosmetic";
                        area_m2?: number | null;
                        received_by?: number | null;
                        geometry?: ({
                            /** @constant */
                            type: "Polygon";
                            coordinates: number[][][];
                        } | {
                            /** @constant */
                            type: "MultiPolygon";
                            coordinates: number[][][][];
                        } | {
                            /** @constant */
                            type: "LineString";
                            coordinates: number[][];
                        } | {
                            /** @constant */
                            type: "MultiLineString";
                            coordinates: number[][][];
                        }) | null;
                    }[];
                }[];
            }[];
            /** @default [] */
            failures: components["schemas"]["Failure"][];
            found: {
                [key: string]: number;
            };
            remaining: {
                [key: string]: number;
            };
            notes: {
                code: string;
                text: string;
            }[];
            then?: (components["schemas"]["ConvertReport"] | components["schemas"]["ReprojectReport"] | components["schemas"]["MergeReport"] | components["schemas"]["SplitReport"] | components["schemas"]["ExtractReport"] | components["schemas"]["SimplifyReport"] | components["schemas"]["BufferReport"] | components["schemas"]["CompressReport"])[];
        };
        ConvertReport: {
            /** @constant */
            tool: "convert";
            /** @default [] */
            failures: components["schemas"]["Failure"][];
            notes: {
                code: string;
                text: string;
            }[];
            summary?: string[];
            inputs: {
                name: string;
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                notes: {
                    code: string;
                    text: string;
                }[];
                layers: {
                    name: string;
                    features: number;
                    fields: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            outputs: {
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                layers: {
                    name: string;
                    features: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            losses: {
                /** @enum {string} */
                code: "field-renamed" | "field-type-changed" | "field-left-out" | "text-cut" | "number-rounded" | "value-left-out" | "characters-replaced" | "z-left-out" | "m-left-out" | "ids-left-out" | "ids-as-field" | "geometry-types-divided" | "geometry-type-changed" | "empty-geometry-left-out" | "parts-left-out" | "layers-divided" | "layer-renamed" | "system-changed" | "coordinates-rounded" | "features-left-out" | "geometry-repaired" | "layer-left-out" | "across-180";
                layer: string;
                field: string | null;
                count: number | null;
                text: string;
            }[];
        };
        ReprojectReport: {
            /** @constant */
            tool: "reproject";
            /** @default [] */
            failures: components["schemas"]["Failure"][];
            notes: {
                code: string;
                text: string;
            }[];
            summary?: string[];
            inputs: {
                name: string;
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                notes: {
                    code: string;
                    text: string;
                }[];
                layers: {
                    name: string;
                    features: number;
                    fields: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            outputs: {
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                layers: {
                    name: string;
                    features: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            losses: {
                /** @enum {string} */
                code: "field-renamed" | "field-type-changed" | "field-left-out" | "text-cut" | "number-rounded" | "value-left-out" | "characters-replaced" | "z-left-out" | "m-left-out" | "ids-left-out" | "ids-as-field" | "geometry-types-divided" | "geometry-type-changed" | "empty-geometry-left-out" | "parts-left-out" | "layers-divided" | "layer-renamed" | "system-changed" | "coordinates-rounded" | "features-left-out" | "geometry-repaired" | "layer-left-out" | "across-180";
                layer: string;
                field: string | null;
                count: number | null;
                text: string;
            }[];
            transformations: {
                dataset: string;
                layer: string;
                from: string;
                to: string;
                description: string;
                accuracy_m: number | null;
            }[];
        };
        MergeReport: {
            /** @constant */
            tool: "merge";
            /** @default [] */
            failures: components["schemas"]["Failure"][];
            notes: {
                code: string;
                text: string;
            }[];
            summary?: string[];
            inputs: {
                name: string;
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                notes: {
                    code: string;
                    text: string;
                }[];
                layers: {
                    name: string;
                    features: number;
                    fields: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            outputs: {
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                layers: {
                    name: string;
                    features: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            losses: {
                /** @enum {string} */
                code: "field-renamed" | "field-type-changed" | "field-left-out" | "text-cut" | "number-rounded" | "value-left-out" | "characters-replaced" | "z-left-out" | "m-left-out" | "ids-left-out" | "ids-as-field" | "geometry-types-divided" | "geometry-type-changed" | "empty-geometry-left-out" | "parts-left-out" | "layers-divided" | "layer-renamed" | "system-changed" | "coordinates-rounded" | "features-left-out" | "geometry-repaired" | "layer-left-out" | "across-180";
                layer: string;
                field: string | null;
                count: number | null;
                text: string;
            }[];
        };
        SplitReport: {
            /** @constant */
            tool: "split";
            /** @default [] */
            failures: components["schemas"]["Failure"][];
            notes: {
                code: string;
                text: string;
            }[];
            summary?: string[];
            inputs: {
                name: string;
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                notes: {
                    code: string;
                    text: string;
                }[];
                layers: {
                    name: string;
                    features: number;
                    fields: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            outputs: {
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                layers: {
                    name: string;
                    features: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            losses: {
                /** @enum {string} */
                code: "field-renamed" | "field-type-changed" | "field-left-out" | "text-cut" | "number-rounded" | "value-left-out" | "characters-replaced" | "z-left-out" | "m-left-out" | "ids-left-out" | "ids-as-field" | "geometry-types-divided" | "geometry-type-changed" | "empty-geometry-left-out" | "parts-left-out" | "layers-divided" | "layer-renamed" | "system-changed" | "coordinates-rounded" | "features-left-out" | "geometry-repaired" | "layer-left-out" | "across-180";
                layer: string;
                field: string | null;
                count: number | null;
                text: string;
            }[];
        };
        ExtractReport: {
            /** @constant */
            tool: "extract";
            /** @default [] */
            failures: components["schemas"]["Failure"][];
            notes: {
                code: string;
                text: string;
            }[];
            summary?: string[];
            inputs: {
                name: string;
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                notes: {
                    code: string;
                    text: string;
                }[];
                layers: {
                    name: string;
                    features: number;
                    fields: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            outputs: {
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                layers: {
                    name: string;
                    features: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            losses: {
                /** @enum {string} */
                code: "field-renamed" | "field-type-changed" | "field-left-out" | "text-cut" | "number-rounded" | "value-left-out" | "characters-replaced" | "z-left-out" | "m-left-out" | "ids-left-out" | "ids-as-field" | "geometry-types-divided" | "geometry-type-changed" | "empty-geometry-left-out" | "parts-left-out" | "layers-divided" | "layer-renamed" | "system-changed" | "coordinates-rounded" | "features-left-out" | "geometry-repaired" | "layer-left-out" | "across-180";
                layer: string;
                field: string | null;
                count: number | null;
                text: string;
            }[];
            chosen: {
                dataset: string;
                layer: string;
                of: number;
                chosen: number;
                cut: number;
            }[];
        };
        SimplifyReport: {
            /** @constant */
            tool: "simplify";
            /** @default [] */
            failures: components["schemas"]["Failure"][];
            notes: {
                code: string;
                text: string;
            }[];
            summary?: string[];
            inputs: {
                name: string;
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                notes: {
                    code: string;
                    text: string;
                }[];
                layers: {
                    name: string;
                    features: number;
                    fields: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            outputs: {
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                layers: {
                    name: string;
                    features: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            losses: {
                /** @enum {string} */
                code: "field-renamed" | "field-type-changed" | "field-left-out" | "text-cut" | "number-rounded" | "value-left-out" | "characters-replaced" | "z-left-out" | "m-left-out" | "ids-left-out" | "ids-as-field" | "geometry-types-divided" | "geometry-type-changed" | "empty-geometry-left-out" | "parts-left-out" | "layers-divided" | "layer-renamed" | "system-changed" | "coordinates-rounded" | "features-left-out" | "geometry-repaired" | "layer-left-out" | "across-180";
                layer: string;
                field: string | null;
                count: number | null;
                text: string;
            }[];
            simplified: {
                dataset: string;
                layer: string;
                vertices_before: number;
                vertices_after: number;
                vertices_restored: number;
                distance: number | null;
                vanished_features: number;
            }[];
        };
        BufferReport: {
            /** @constant */
            tool: "buffer";
            /** @default [] */
            failures: components["schemas"]["Failure"][];
            notes: {
                code: string;
                text: string;
            }[];
            summary?: string[];
            inputs: {
                name: string;
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                notes: {
                    code: string;
                    text: string;
                }[];
                layers: {
                    name: string;
                    features: number;
                    fields: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            outputs: {
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                layers: {
                    name: string;
                    features: number;
                    crs: {
                        name: string;
                        code: string | null;
                    };
                }[];
            }[];
            losses: {
                /** @enum {string} */
                code: "field-renamed" | "field-type-changed" | "field-left-out" | "text-cut" | "number-rounded" | "value-left-out" | "characters-replaced" | "z-left-out" | "m-left-out" | "ids-left-out" | "ids-as-field" | "geometry-types-divided" | "geometry-type-changed" | "empty-geometry-left-out" | "parts-left-out" | "layers-divided" | "layer-renamed" | "system-changed" | "coordinates-rounded" | "features-left-out" | "geometry-repaired" | "layer-left-out" | "across-180";
                layer: string;
                field: string | null;
                count: number | null;
                text: string;
            }[];
        };
        CompressReport: {
            /** @constant */
            tool: "compress";
            /** @default [] */
            failures: components["schemas"]["Failure"][];
            notes: {
                code: string;
                text: string;
            }[];
            summary?: string[];
            files: {
                name: string;
                bytes: number;
                packed_bytes: number;
            }[];
            bytes: number;
            packed_bytes: number;
            losses: {
                /** @enum {string} */
                code: "field-renamed" | "field-type-changed" | "field-left-out" | "text-cut" | "number-rounded" | "value-left-out" | "characters-replaced" | "z-left-out" | "m-left-out" | "ids-left-out" | "ids-as-field" | "geometry-types-divided" | "geometry-type-changed" | "empty-geometry-left-out" | "parts-left-out" | "layers-divided" | "layer-renamed" | "system-changed" | "coordinates-rounded" | "features-left-out" | "geometry-repaired" | "layer-left-out" | "across-180";
                layer: string;
                field: string | null;
                count: number | null;
                text: string;
            }[];
        };
        CheckGeometryReport: {
            /** @constant */
            tool: "check-geometry";
            report_version?: number;
            rules?: {
                /** @enum {string} */
                overlaps: "fix" | "keep";
                /** @enum {string} */
                gaps: "fix" | "keep";
                /** @enum {string} */
                profile: "standard" | "registrar";
                max_displacement_m: number | null;
                max_transfer_m2: number | null;
                decisions: number;
            };
            options?: {
                /** @default auto */
                snapDistance: "auto" | number;
                /** @default auto */
                maxGapWidth: "auto" | number;
                /**
                 * @default fix
                 * @enum {string}
                 */
                overlaps: "fix" | "keep";
                /**
                 * @default fix
                 * @enum {string}
                 */
                gaps: "fix" | "keep";
                /** @enum {string} */
                profile?: "standard" | "registrar";
                maxDisplacement?: number;
                maxTransfer?: number;
                decisions?: {
                    finding: {
                        /** @enum {string} */
                        kind: "overlap" | "contained-feature" | "duplicate-feature" | "gap";
                        at: [
                            number,
                            number
                        ];
                        features: number[];
                        area_m2?: number;
                        dataset?: string;
                        layer?: string;
                    };
                    /** @enum {string} */
                    action: "give" | "split" | "leave";
                    to?: number;
                }[];
                labelField?: string;
            };
            inputs?: {
                name: string;
                bytes: number;
                sha256: string;
            }[];
            results?: {
                name: string;
                bytes: number;
                sha256: string;
            }[];
            datasets: {
                name: string;
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                result_files?: string[];
                unchanged: boolean;
                verified: boolean;
                notes: {
                    code: string;
                    text: string;
                }[];
                layers: {
                    name: string;
                    crs: {
                        name: string;
                        code: string | null;
                        /** @enum {string} */
                        units: "geographic" | "planar";
                        /** @default null */
                        system: {
                            code: string;
                            name: string;
                        } | null;
                        /** @default null */
                        metres_per_unit: number | null;
                        wkt?: string;
                    };
                    features: number;
                    vertices: number;
                    tolerances: {
                        snap_distance: number;
                        snap_distance_auto: boolean;
                        max_gap_width: number;
                        max_gap_width_auto: boolean;
                        /** @enum {string} */
                        unit: "metre" | "foot" | "US survey foot" | "coordinate unit";
                        begun_with?: {
                            snap_distance: number;
                            max_gap_width: number;
                        };
                        evidence?: {
                            sliver_width: number;
                            corridor_width: number | null;
                            coordinate_step: number;
                            edge_length: number;
                        };
                    };
                    found: {
                        [key: string]: number;
                    };
                    remaining: {
                        [key: string]: number;
                    };
                    changed_features: number;
                    emptied_features: number;
                    /** @default 0 */
                    losing_features: number;
                    /** @default [] */
                    transfers: {
                        feature: number;
                        label: string;
                        other: number;
                        other_label: string;
                        lost: number;
                        area: number;
                    }[];
                    label_field?: string | null;
                    weights?: {
                        ownership: number;
                        shape: number;
                        cosmetic: number;
                    };
                    balance?: {
                        position: number;
                        id: string | number | null;
                        label: string;
                        area_before_m2: number;
                        area_after_m2: number;
                        lost_m2: number;
                        gained_m2: number;
                        max_displacement_m: number;
                        gave: {
                            to: number;
                            area_m2: number;
                        }[];
                        received: {
                            from: number;
                            area_m2: number;
                        }[];
                        to_nobody_m2: number;
                        from_nobody_m2: number;
                        emptied: string | null;
                        repeats?: number;
                    }[];
                    balance_totals?: {
                        features: number;
                        area_before_m2: number;
                        area_after_m2: number;
                        changed_hands_m2: number;
                        to_nobody_m2: number;
                        from_nobody_m2: number;
                    };
                    open_voids?: {
                        count: number;
                        narrowest: number;
                        widest: number;
                        area: number;
                        first: {
                            at: [
                                number,
                                number
                            ];
                            width: number;
                            area: number;
                            features: {
                                feature: number;
                                label: string;
                            }[];
                        }[];
                    };
                    decisions?: {
                        done: number;
                        not_done: number;
                        problems: {
                            decision: number;
                            /** @enum {string} */
                            outcome: "met-nothing" | "impossible";
                            text: string;
                        }[];
                    };
                    left?: {
                        [key: string]: number;
                    };
                    changed?: {
                        position: number;
                        id: string | number | null;
                        label: string;
                        before: ({
                            /** @constant */
                            type: "Polygon";
                            coordinates: number[][][];
                        } | {
                            /** @constant */
                            type: "MultiPolygon";
                            coordinates: number[][][][];
                        } | {
                            /** @constant */
                            type: "LineString";
                            coordinates: number[][];
                        } | {
                            /** @constant */
                            type: "MultiLineString";
                            coordinates: number[][][];
                        }) | null;
                        after: ({
                            /** @constant */
                            type: "Polygon";
                            coordinates: number[][][];
                        } | {
                            /** @constant */
                            type: "MultiPolygon";
                            coordinates: number[][][][];
                        } | {
                            /** @constant */
                            type: "LineString";
                            coordinates: number[][];
                        } | {
                            /** @constant */
                            type: "MultiLineString";
                            coordinates: number[][][];
                        }) | null;
                    }[];
                    findings?: {
                        kind: string;
                        feature: number;
                        label: string;
                        other: number | null;
                        other_label: string | null;
                        at: [
                            number,
                            number
                        ] | null;
                        measure: number | null;
                        action: string;
                        /** @enum {string} */
                        reason?: "decision" | "max-displacement" | "max-transfer" | "profile";
                        decision?: number;
                        position?: number;
                        id?: string | number | null;
                        other_position?: number | null;
                        other_id?: string | number | null;
                        /** @enum {string} */
                        weight?: "ownership" | "shape" | "cosmetic";
                        area_m2?: number | null;
                        received_by?: number | null;
                        geometry?: ({
                            /** @constant */
                            type: "Polygon";
                            coordinates: number[][][];
                        } | {
                            /** @constant */
                            type: "MultiPolygon";
                            coordinates: number[][][][];
                        } | {
                            /** @constant */
                            type: "LineString";
                            coordinates: number[][];
                        } | {
                            /** @constant */
                            type: "MultiLineString";
                            coordinates: number[][][];
                        }) | null;
                    }[];
                }[];
            }[];
            /** @default [] */
            failures: components["schemas"]["Failure"][];
            found: {
                [key: string]: number;
            };
            remaining: {
                [key: string]: number;
            };
            notes: {
                code: string;
                text: string;
            }[];
        };
        PreviewTolerancesReport: {
            /** @constant */
            tool: "preview-tolerances";
            report_version?: number;
            rules?: {
                /** @enum {string} */
                overlaps: "fix" | "keep";
                /** @enum {string} */
                gaps: "fix" | "keep";
                /** @enum {string} */
                profile: "standard" | "registrar";
                max_displacement_m: number | null;
                max_transfer_m2: number | null;
                decisions: number;
            };
            options?: {
                /** @default auto */
                snapDistance: "auto" | number;
                /** @default auto */
                maxGapWidth: "auto" | number;
                /**
                 * @default fix
                 * @enum {string}
                 */
                overlaps: "fix" | "keep";
                /**
                 * @default fix
                 * @enum {string}
                 */
                gaps: "fix" | "keep";
                /** @enum {string} */
                profile?: "standard" | "registrar";
                maxDisplacement?: number;
                maxTransfer?: number;
                decisions?: {
                    finding: {
                        /** @enum {string} */
                        kind: "overlap" | "contained-feature" | "duplicate-feature" | "gap";
                        at: [
                            number,
                            number
                        ];
                        features: number[];
                        area_m2?: number;
                        dataset?: string;
                        layer?: string;
                    };
                    /** @enum {string} */
                    action: "give" | "split" | "leave";
                    to?: number;
                }[];
                labelField?: string;
            };
            inputs?: {
                name: string;
                bytes: number;
                sha256: string;
            }[];
            results?: {
                name: string;
                bytes: number;
                sha256: string;
            }[];
            datasets: {
                name: string;
                /** @enum {string} */
                format: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                files: string[];
                result_files?: string[];
                unchanged: boolean;
                verified: boolean;
                notes: {
                    code: string;
                    text: string;
                }[];
                layers: {
                    name: string;
                    crs: {
                        name: string;
                        code: string | null;
                        /** @enum {string} */
                        units: "geographic" | "planar";
                        /** @default null */
                        system: {
                            code: string;
                            name: string;
                        } | null;
                        /** @default null */
                        metres_per_unit: number | null;
                        wkt?: string;
                    };
                    features: number;
                    vertices: number;
                    tolerances: {
                        snap_distance: number;
                        snap_distance_auto: boolean;
                        max_gap_width: number;
                        max_gap_width_auto: boolean;
                        /** @enum {string} */
                        unit: "metre" | "foot" | "US survey foot" | "coordinate unit";
                        begun_with?: {
                            snap_distance: number;
                            max_gap_width: number;
                        };
                        evidence?: {
                            sliver_width: number;
                            corridor_width: number | null;
                            coordinate_step: number;
                            edge_length: number;
                        };
                    };
                    found: {
                        [key: string]: number;
                    };
                    remaining: {
                        [key: string]: number;
                    };
                    changed_features: number;
                    emptied_features: number;
                    /** @default 0 */
                    losing_features: number;
                    /** @default [] */
                    transfers: {
                        feature: number;
                        label: string;
                        other: number;
                        other_label: string;
                        lost: number;
                        area: number;
                    }[];
                    label_field?: string | null;
                    weights?: {
                        ownership: number;
                        shape: number;
                        cosmetic: number;
                    };
                    balance?: {
                        position: number;
                        id: string | number | null;
                        label: string;
                        area_before_m2: number;
                        area_after_m2: number;
                        lost_m2: number;
                        gained_m2: number;
                        max_displacement_m: number;
                        gave: {
                            to: number;
                            area_m2: number;
                        }[];
                        received: {
                            from: number;
                            area_m2: number;
                        }[];
                        to_nobody_m2: number;
                        from_nobody_m2: number;
                        emptied: string | null;
                        repeats?: number;
                    }[];
                    balance_totals?: {
                        features: number;
                        area_before_m2: number;
                        area_after_m2: number;
                        changed_hands_m2: number;
                        to_nobody_m2: number;
                        from_nobody_m2: number;
                    };
                    open_voids?: {
                        count: number;
                        narrowest: number;
                        widest: number;
                        area: number;
                        first: {
                            at: [
                                number,
                                number
                            ];
                            width: number;
                            area: number;
                            features: {
                                feature: number;
                                label: string;
                            }[];
                        }[];
                    };
                    decisions?: {
                        done: number;
                        not_done: number;
                        problems: {
                            decision: number;
                            /** @enum {string} */
                            outcome: "met-nothing" | "impossible";
                            text: string;
                        }[];
                    };
                    left?: {
                        [key: string]: number;
                    };
                    changed?: {
                        position: number;
                        id: string | number | null;
                        label: string;
                        before: ({
                            /** @constant */
                            type: "Polygon";
                            coordinates: number[][][];
                        } | {
                            /** @constant */
                            type: "MultiPolygon";
                            coordinates: number[][][][];
                        } | {
                            /** @constant */
                            type: "LineString";
                            coordinates: number[][];
                        } | {
                            /** @constant */
                            type: "MultiLineString";
                            coordinates: number[][][];
                        }) | null;
                        after: ({
                            /** @constant */
                            type: "Polygon";
                            coordinates: number[][][];
                        } | {
                            /** @constant */
                            type: "MultiPolygon";
                            coordinates: number[][][][];
                        } | {
                            /** @constant */
                            type: "LineString";
                            coordinates: number[][];
                        } | {
                            /** @constant */
                            type: "MultiLineString";
                            coordinates: number[][][];
                        }) | null;
                    }[];
                    findings?: {
                        kind: string;
                        feature: number;
                        label: string;
                        other: number | null;
                        other_label: string | null;
                        at: [
                            number,
                            number
                        ] | null;
                        measure: number | null;
                        action: string;
                        /** @enum {string} */
                        reason?: "decision" | "max-displacement" | "max-transfer" | "profile";
                        decision?: number;
                        position?: number;
                        id?: string | number | null;
                        other_position?: number | null;
                        other_id?: string | number | null;
                        /** @enum {string} */
                        weight?: "ownership" | "shape" | "cosmetic";
                        area_m2?: number | null;
                        received_by?: number | null;
                        geometry?: ({
                            /** @constant */
                            type: "Polygon";
                            coordinates: number[][][];
                        } | {
                            /** @constant */
                            type: "MultiPolygon";
                            coordinates: number[][][][];
                        } | {
                            /** @constant */
                            type: "LineString";
                            coordinates: number[][];
                        } | {
                            /** @constant */
                            type: "MultiLineString";
                            coordinates: number[][][];
                        }) | null;
                    }[];
                }[];
            }[];
            /** @default [] */
            failures: components["schemas"]["Failure"][];
            found: {
                [key: string]: number;
            };
            remaining: {
                [key: string]: number;
            };
            notes: {
                code: string;
                text: string;
            }[];
        };
        /** @description Distances are metres on the ground for geographic coordinates, units of the CRS otherwise. */
        RepairOptions: {
            /** @default auto */
            snapDistance?: "auto" | number;
            /** @default auto */
            maxGapWidth?: "auto" | number;
            /**
             * @default fix
             * @enum {string}
             */
            overlaps?: "fix" | "keep";
            /**
             * @default fix
             * @enum {string}
             */
            gaps?: "fix" | "keep";
            /**
             * @description standard: every overlap and narrow gap is repaired by the rules. registrar: overlaps wider than the snap distance that cover more than 1 % of a feature are left as they are and reported.
             * @enum {string}
             */
            profile?: "standard" | "registrar";
            /** @description Metres. A finding whose repair would move a border farther is left and reported. */
            maxDisplacement?: number;
            /** @description Square metres. An overlap or a gap with more land is left and reported. */
            maxTransfer?: number;
            /** @description What to do about findings, which are identified by their place and features: give the land to one of them, split it along the middle, or leave it. */
            decisions?: {
                finding: {
                    /** @enum {string} */
                    kind: "overlap" | "contained-feature" | "duplicate-feature" | "gap";
                    at: [
                        number,
                        number
                    ];
                    features: number[];
                    /** @description As in the report; best given, since land that borders on other land of the same features is told apart by it. */
                    area_m2?: number;
                    dataset?: string;
                    layer?: string;
                };
                /** @enum {string} */
                action: "give" | "split" | "leave";
                to?: number;
            }[];
            /** @description The field that the report names features by; guessed if left out. */
            labelField?: string;
            /** @description Tools to run on the repaired files, one after the other. The result is that of the last one. */
            then?: ({
                /** @constant */
                tool: "convert";
                options: {
                    /**
                     * @description The format of the result. On the command line, the extension of OUTPUT determines it.
                     * @enum {string}
                     */
                    to: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                    /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
                    from?: string;
                    /** @description Decimal places of coordinates written as text, rounded without making anything cross. By default nothing is rounded. */
                    decimals?: number;
                };
            } | {
                /** @constant */
                tool: "reproject";
                options: {
                    /** @description The target CRS: a code such as EPSG:31982, or a name such as "SIRGAS 2000 / UTM zone 22S". */
                    to: string;
                    /**
                     * @description The format of the result. On the command line, the extension of OUTPUT determines it.
                     * @enum {string}
                     */
                    format?: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                    /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
                    from?: string;
                    /** @description Add vertices to long edges so that none deviates from its true line by more than this many metres. */
                    densify?: number;
                };
            } | {
                /** @constant */
                tool: "merge";
                options?: {
                    /**
                     * @description One layer with all features, or one layer for each input layer.
                     * @default one
                     * @enum {string}
                     */
                    layers?: "one" | "each";
                    /**
                     * @description The format of the result. On the command line, the extension of OUTPUT determines it.
                     * @enum {string}
                     */
                    format?: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                    /** @description The CRS of the result. Default: that of the first layer. */
                    crs?: string;
                    /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
                    from?: string;
                    /** @description Add a field of this name with the file that each feature comes from. */
                    sourceField?: string;
                };
            } | {
                /** @constant */
                tool: "split";
                options: {
                    /** @description The field to split by, with one file for each of its values; or layer (one file per layer), count (files of a fixed number of features) or part (one feature per part). */
                    by: string;
                    /** @description The field to split by, if its name is layer, count or part. */
                    field?: string;
                    /** @description The number of features in each file. */
                    count?: number;
                    /**
                     * @description The format of the result. On the command line, the extension of OUTPUT determines it.
                     * @enum {string}
                     */
                    format?: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                    /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
                    from?: string;
                };
            } | {
                /** @constant */
                tool: "extract";
                options: {
                    /** @description A filter in CQL2 text, such as "area_ha > 10 AND owner LIKE 'Silva%'". */
                    where?: string;
                    /** @description A rectangle x0,y0,x1,y1 in the coordinates of the file. */
                    bbox?: string;
                    /** @description A file whose polygons select the features. */
                    within?: string;
                    /**
                     * @description Clip features to the rectangle or the polygons. By default, features that intersect are kept whole.
                     * @default false
                     */
                    clip?: boolean;
                    /**
                     * @description The format of the result. On the command line, the extension of OUTPUT determines it.
                     * @enum {string}
                     */
                    format?: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                    /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
                    from?: string;
                };
            } | {
                /** @constant */
                tool: "simplify";
                options: {
                    /** @description Remove bends smaller than this: metres (on the ground if coordinates are in degrees), or coordinate units if the file does not say which unit they are in. */
                    distance?: number;
                    /** @description The share of vertices to keep, from 0 to 1, instead of a distance. */
                    share?: number;
                    /**
                     * @description Visvalingam gives smoother borders; with Douglas-Peucker no border moves by more than the distance.
                     * @default visvalingam
                     * @enum {string}
                     */
                    method?: "visvalingam" | "douglas-peucker";
                    /**
                     * @description Keep every feature, however small.
                     * @default true
                     */
                    keepAll?: boolean;
                    /**
                     * @description The format of the result. On the command line, the extension of OUTPUT determines it.
                     * @enum {string}
                     */
                    format?: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                    /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
                    from?: string;
                };
            } | {
                /** @constant */
                tool: "buffer";
                options: {
                    /** @description The buffer distance in metres on the ground; a negative one shrinks polygons. */
                    distance: number;
                    /**
                     * @description The shape of corners.
                     * @default round
                     * @enum {string}
                     */
                    joins?: "round" | "mitre" | "bevel";
                    /**
                     * @description Dissolve all buffers into one feature.
                     * @default false
                     */
                    dissolve?: boolean;
                    /**
                     * @description The format of the result. On the command line, the extension of OUTPUT determines it.
                     * @enum {string}
                     */
                    format?: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
                    /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
                    from?: string;
                };
            } | {
                /** @constant */
                tool: "compress";
                options?: {
                    /** @description Round the coordinates of lines and polygons to this many decimal places, without making anything cross. By default nothing is rounded. */
                    decimals?: number;
                };
            })[];
        };
        ConvertOptions: {
            /**
             * @description The format of the result. On the command line, the extension of OUTPUT determines it.
             * @enum {string}
             */
            to: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
            /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
            from?: string;
            /** @description Decimal places of coordinates written as text, rounded without making anything cross. By default nothing is rounded. */
            decimals?: number;
        };
        ReprojectOptions: {
            /** @description The target CRS: a code such as EPSG:31982, or a name such as "SIRGAS 2000 / UTM zone 22S". */
            to: string;
            /**
             * @description The format of the result. On the command line, the extension of OUTPUT determines it.
             * @enum {string}
             */
            format?: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
            /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
            from?: string;
            /** @description Add vertices to long edges so that none deviates from its true line by more than this many metres. */
            densify?: number;
        };
        MergeOptions: {
            /**
             * @description One layer with all features, or one layer for each input layer.
             * @default one
             * @enum {string}
             */
            layers?: "one" | "each";
            /**
             * @description The format of the result. On the command line, the extension of OUTPUT determines it.
             * @enum {string}
             */
            format?: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
            /** @description The CRS of the result. Default: that of the first layer. */
            crs?: string;
            /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
            from?: string;
            /** @description Add a field of this name with the file that each feature comes from. */
            sourceField?: string;
        };
        SplitOptions: {
            /** @description The field to split by, with one file for each of its values; or layer (one file per layer), count (files of a fixed number of features) or part (one feature per part). */
            by: string;
            /** @description The field to split by, if its name is layer, count or part. */
            field?: string;
            /** @description The number of features in each file. */
            count?: number;
            /**
             * @description The format of the result. On the command line, the extension of OUTPUT determines it.
             * @enum {string}
             */
            format?: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
            /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
            from?: string;
        };
        ExtractOptions: {
            /** @description A filter in CQL2 text, such as "area_ha > 10 AND owner LIKE 'Silva%'". */
            where?: string;
            /** @description A rectangle x0,y0,x1,y1 in the coordinates of the file. */
            bbox?: string;
            /** @description A file whose polygons select the features. */
            within?: string;
            /**
             * @description Clip features to the rectangle or the polygons. By default, features that intersect are kept whole.
             * @default false
             */
            clip?: boolean;
            /**
             * @description The format of the result. On the command line, the extension of OUTPUT determines it.
             * @enum {string}
             */
            format?: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
            /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
            from?: string;
        };
        SimplifyOptions: {
            /** @description Remove bends smaller than this: metres (on the ground if coordinates are in degrees), or coordinate units if the file does not say which unit they are in. */
            distance?: number;
            /** @description The share of vertices to keep, from 0 to 1, instead of a distance. */
            share?: number;
            /**
             * @description Visvalingam gives smoother borders; with Douglas-Peucker no border moves by more than the distance.
             * @default visvalingam
             * @enum {string}
             */
            method?: "visvalingam" | "douglas-peucker";
            /**
             * @description Keep every feature, however small.
             * @default true
             */
            keepAll?: boolean;
            /**
             * @description The format of the result. On the command line, the extension of OUTPUT determines it.
             * @enum {string}
             */
            format?: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
            /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
            from?: string;
        };
        BufferOptions: {
            /** @description The buffer distance in metres on the ground; a negative one shrinks polygons. */
            distance: number;
            /**
             * @description The shape of corners.
             * @default round
             * @enum {string}
             */
            joins?: "round" | "mitre" | "bevel";
            /**
             * @description Dissolve all buffers into one feature.
             * @default false
             */
            dissolve?: boolean;
            /**
             * @description The format of the result. On the command line, the extension of OUTPUT determines it.
             * @enum {string}
             */
            format?: "shapefile" | "kml" | "kmz" | "geopackage" | "geojson";
            /** @description The CRS of files that do not state theirs, such as EPSG:31982. */
            from?: string;
        };
        CompressOptions: {
            /** @description Round the coordinates of lines and polygons to this many decimal places, without making anything cross. By default nothing is rounded. */
            decimals?: number;
        };
        /** @description Distances are metres on the ground for geographic coordinates, units of the CRS otherwise. */
        CheckGeometryOptions: {
            /** @default auto */
            snapDistance?: "auto" | number;
            /** @default auto */
            maxGapWidth?: "auto" | number;
            /**
             * @default fix
             * @enum {string}
             */
            overlaps?: "fix" | "keep";
            /**
             * @default fix
             * @enum {string}
             */
            gaps?: "fix" | "keep";
            /**
             * @description standard: every overlap and narrow gap is repaired by the rules. registrar: overlaps wider than the snap distance that cover more than 1 % of a feature are left as they are and reported.
             * @enum {string}
             */
            profile?: "standard" | "registrar";
            /** @description Metres. A finding whose repair would move a border farther is left and reported. */
            maxDisplacement?: number;
            /** @description Square metres. An overlap or a gap with more land is left and reported. */
            maxTransfer?: number;
            /** @description What to do about findings, which are identified by their place and features: give the land to one of them, split it along the middle, or leave it. */
            decisions?: {
                finding: {
                    /** @enum {string} */
                    kind: "overlap" | "contained-feature" | "duplicate-feature" | "gap";
                    at: [
                        number,
                        number
                    ];
                    features: number[];
                    /** @description As in the report; best given, since land that borders on other land of the same features is told apart by it. */
                    area_m2?: number;
                    dataset?: string;
                    layer?: string;
                };
                /** @enum {string} */
                action: "give" | "split" | "leave";
                to?: number;
            }[];
            /** @description The field that the report names features by; guessed if left out. */
            labelField?: string;
        };
        /** @description Distances are metres on the ground for geographic coordinates, units of the CRS otherwise. */
        PreviewTolerancesOptions: {
            /** @default auto */
            snapDistance?: "auto" | number;
            /** @default auto */
            maxGapWidth?: "auto" | number;
            /**
             * @default fix
             * @enum {string}
             */
            overlaps?: "fix" | "keep";
            /**
             * @default fix
             * @enum {string}
             */
            gaps?: "fix" | "keep";
            /**
             * @description standard: every overlap and narrow gap is repaired by the rules. registrar: overlaps wider than the snap distance that cover more than 1 % of a feature are left as they are and reported.
             * @enum {string}
             */
            profile?: "standard" | "registrar";
            /** @description Metres. A finding whose repair would move a border farther is left and reported. */
            maxDisplacement?: number;
            /** @description Square metres. An overlap or a gap with more land is left and reported. */
            maxTransfer?: number;
            /** @description What to do about findings, which are identified by their place and features: give the land to one of them, split it along the middle, or leave it. */
            decisions?: {
                finding: {
                    /** @enum {string} */
                    kind: "overlap" | "contained-feature" | "duplicate-feature" | "gap";
                    at: [
                        number,
                        number
                    ];
                    features: number[];
                    /** @description As in the report; best given, since land that borders on other land of the same features is told apart by it. */
                    area_m2?: number;
                    dataset?: string;
                    layer?: string;
                };
                /** @enum {string} */
                action: "give" | "split" | "leave";
                to?: number;
            }[];
            /** @description The field that the report names features by; guessed if left out. */
            labelField?: string;
        };
        /**
         * @example {
         *       "input_file": "3f8e2c1a-9b7d-4e5f-8a6b-1c2d3e4f5a6b",
         *       "options": {
         *         "snapDistance": "auto",
         *         "overlaps": "fix"
         *       }
         *     }
         */
        NewTask: {
            input_file: string;
            /** @description The options of the tool that the address names. */
            options?: components["schemas"]["RepairOptions"] | components["schemas"]["ConvertOptions"] | components["schemas"]["ReprojectOptions"] | components["schemas"]["MergeOptions"] | components["schemas"]["SplitOptions"] | components["schemas"]["ExtractOptions"] | components["schemas"]["SimplifyOptions"] | components["schemas"]["BufferOptions"] | components["schemas"]["CompressOptions"] | components["schemas"]["CheckGeometryOptions"] | components["schemas"]["PreviewTolerancesOptions"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    uploadFiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description All files of one dataset or several: for example a shapefile with its .shx, .dbf and .prj. */
                    files?: string[];
                } & {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            /** @description The request is not of the expected form. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An answer. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too large, or too many files. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This address does not accept the media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The content cannot be used. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server has no room at the moment. */
            507: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With the name of the file. */
                    "Content-Disposition"?: string;
                    /** @description For If-None-Match. */
                    ETag?: string;
                    /** @description For If-Modified-Since. */
                    "Last-Modified"?: string;
                    /** @description bytes */
                    "Accept-Ranges"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.shp": unknown;
                    "application/vnd.google-earth.kml+xml": unknown;
                    "application/vnd.google-earth.kmz": unknown;
                    "application/geopackage+sqlite3": unknown;
                    "application/geo+json": unknown;
                    "application/json": unknown;
                    "application/zip": unknown;
                    "application/octet-stream": unknown;
                };
            };
            /** @description The part of the file that was asked for. */
            206: {
                headers: {
                    /** @description With the name of the file. */
                    "Content-Disposition"?: string;
                    /** @description For If-None-Match. */
                    ETag?: string;
                    /** @description For If-Modified-Since. */
                    "Last-Modified"?: string;
                    /** @description bytes */
                    "Accept-Ranges"?: string;
                    /** @description Which bytes, of how many. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.shp": unknown;
                    "application/vnd.google-earth.kml+xml": unknown;
                    "application/vnd.google-earth.kmz": unknown;
                    "application/geopackage+sqlite3": unknown;
                    "application/geo+json": unknown;
                    "application/json": unknown;
                    "application/zip": unknown;
                    "application/octet-stream": unknown;
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An answer. */
            307: {
                headers: {
                    /** @description The address. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A header asks for something that is not available: another version of the protocol, or another file. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The range lies outside the file. */
            416: {
                headers: {
                    /** @description Which bytes, of how many. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    downloadFileHeaders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With the name of the file. */
                    "Content-Disposition"?: string;
                    /** @description For If-None-Match. */
                    ETag?: string;
                    /** @description For If-Modified-Since. */
                    "Last-Modified"?: string;
                    /** @description bytes */
                    "Accept-Ranges"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A header asks for something that is not available: another version of the protocol, or another file. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    downloadDataset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uuid: string;
                position: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With the name of the file. */
                    "Content-Disposition"?: string;
                    /** @description For If-None-Match. */
                    ETag?: string;
                    /** @description For If-Modified-Since. */
                    "Last-Modified"?: string;
                    /** @description bytes */
                    "Accept-Ranges"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.shp": unknown;
                    "application/vnd.google-earth.kml+xml": unknown;
                    "application/vnd.google-earth.kmz": unknown;
                    "application/geopackage+sqlite3": unknown;
                    "application/geo+json": unknown;
                    "application/json": unknown;
                    "application/zip": unknown;
                    "application/octet-stream": unknown;
                };
            };
            /** @description The part of the file that was asked for. */
            206: {
                headers: {
                    /** @description With the name of the file. */
                    "Content-Disposition"?: string;
                    /** @description For If-None-Match. */
                    ETag?: string;
                    /** @description For If-Modified-Since. */
                    "Last-Modified"?: string;
                    /** @description bytes */
                    "Accept-Ranges"?: string;
                    /** @description Which bytes, of how many. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.shp": unknown;
                    "application/vnd.google-earth.kml+xml": unknown;
                    "application/vnd.google-earth.kmz": unknown;
                    "application/geopackage+sqlite3": unknown;
                    "application/geo+json": unknown;
                    "application/json": unknown;
                    "application/zip": unknown;
                    "application/octet-stream": unknown;
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description An answer. */
            307: {
                headers: {
                    /** @description The address. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not of the expected form. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A header asks for something that is not available: another version of the protocol, or another file. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The range lies outside the file. */
            416: {
                headers: {
                    /** @description Which bytes, of how many. */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    beginResumableUpload: {
        parameters: {
            query?: never;
            header: {
                "tus-resumable": "1.0.0";
                "upload-length": string;
                "upload-metadata"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    /** @description The address. */
                    Location?: string;
                    /** @description When the upload expires unless more of it arrives. */
                    "Upload-Expires"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not of the expected form. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This has expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A header asks for something that is not available: another version of the protocol, or another file. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too large, or too many files. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This address does not accept the media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The content cannot be used. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server has no room at the moment. */
            507: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    describeResumableUploads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no content. */
            204: {
                headers: {
                    /** @description The versions of the protocol. */
                    "Tus-Version"?: string;
                    /** @description Its extensions. */
                    "Tus-Extension"?: string;
                    /** @description The longest upload, in bytes. */
                    "Tus-Max-Size"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteResumableUpload: {
        parameters: {
            query?: never;
            header: {
                "tus-resumable": "1.0.0";
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is no content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not of the expected form. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This has expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A header asks for something that is not available: another version of the protocol, or another file. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    askResumableUpload: {
        parameters: {
            query?: never;
            header: {
                "tus-resumable": "1.0.0";
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not of the expected form. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description This has expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A header asks for something that is not available: another version of the protocol, or another file. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    sendPart: {
        parameters: {
            query?: never;
            header: {
                "tus-resumable": "1.0.0";
                "upload-offset": string;
            };
            path: {
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description Done; there is no content. */
            204: {
                headers: {
                    /** @description How many bytes have arrived. */
                    "Upload-Offset"?: number;
                    /** @description When the upload expires unless more of it arrives. */
                    "Upload-Expires"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not of the expected form. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description An answer. */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This has expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A header asks for something that is not available: another version of the protocol, or another file. */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too large, or too many files. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This address does not accept the media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server has no room at the moment. */
            507: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    joinUploads: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    uploads: string[];
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            /** @description The request is not of the expected form. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This has expired. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too large, or too many files. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This address does not accept the media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The content cannot be used. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server has no room at the moment. */
            507: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tool"][];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                tool: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTask"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description The address. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description Made. */
            201: {
                headers: {
                    /** @description The address. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description The request is not of the expected form. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too large, or too many files. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description This address does not accept the media type. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The content cannot be used. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server has no room at the moment. */
            507: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tool: string;
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tool: string;
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTaskReport: {
        parameters: {
            query: {
                format: "json" | "json.gz" | "csv" | "balance.csv" | "findings.csv" | "gpkg" | "html" | "pdf";
                language?: "en" | "pt";
            };
            header?: never;
            path: {
                tool: string;
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With the name of the file. */
                    "Content-Disposition"?: string;
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                    "application/gzip": unknown;
                    "application/zip": unknown;
                    "text/csv; charset=utf-8": unknown;
                    "application/geopackage+sqlite3": unknown;
                    "text/html; charset=utf-8": unknown;
                    "application/pdf": unknown;
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not of the expected form. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request conflicts with the current state. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The server has no room at the moment. */
            507: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    watchTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tool: string;
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": unknown;
                };
            };
            /** @description Done; there is no content. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getLayerGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LayerGroups"];
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    findLayerFeatures: {
        parameters: {
            query: {
                longitude: string;
                latitude: string;
                resolution: string;
            };
            header?: never;
            path: {
                layer: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LayerFeatures"];
                };
            };
            /** @description The request is not of the expected form. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description It does not exist, or is no longer kept. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The service of the layer does not answer as it should. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    askWms: {
        parameters: {
            query?: {
                SERVICE?: string;
                VERSION?: string;
                REQUEST?: string;
                LAYERS?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A picture, or the requested document; errors also have this status, as XML. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                    "image/jpeg": string;
                    "text/xml": string;
                    "application/vnd.ogc.wms_xml": string;
                    "application/vnd.ogc.se_xml": string;
                    "application/json": string;
                    "text/html": string;
                    "text/plain": string;
                };
            };
            /** @description It has not changed. */
            304: {
                headers: {
                    /** @description For If-None-Match. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The limit for one address is reached; Retry-After says when to try again. */
            429: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not possible at the moment; Retry-After says when to try again. */
            503: {
                headers: {
                    /** @description The seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": unknown;
                };
            };
            /** @description Any other refusal. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
