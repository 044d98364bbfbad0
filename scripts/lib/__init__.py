# SPDX-License-Identifier: MIT
"""What several of the project's scripts use."""
